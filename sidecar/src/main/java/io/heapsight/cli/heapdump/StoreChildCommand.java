/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.hprof.HprofFile;
import io.heapsight.recording.reader.RecordingScrubber;
import io.heapsight.redact.Redaction;
import io.heapsight.store.Evidence;
import io.heapsight.store.EvidenceFile;
import io.heapsight.store.EvidenceUpload;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.ObjectStore;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreFolderUpload;
import io.heapsight.store.StoreOpener;
import io.heapsight.store.StoreSettings;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight store-child}: a child process that uploads evidence. Communicates by {@link
 * ChildProtocol}, and ends with its parent. Its credentials come from its environment, never from
 * arguments.
 */
@Command(name = "store-child", hidden = true, description = "Started by the sidecar.")
public final class StoreChildCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private final StoreConnectionOptions connection = new StoreConnectionOptions();

    @Option(names = "--check", description = "only check the store: write a test object")
    private boolean check;

    @Option(
            names = "--into",
            description = "upload the files of a local folder into this folder of the store")
    private Optional<String> into = Optional.empty();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "description of the files to upload, or the local folder")
    private Path file = Path.of("");

    public StoreChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ChildStartup.become();
        try {
            store();
            return ExitCode.DONE;
        } catch (StoreFailure e) {
            ChildProtocol.fail(console.out(), e.told().problem());
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
        } catch (IOException e) {
            ChildProtocol.fail(console.out(), unreadable(e));
        }
        return ExitCode.REPORTED;
    }

    private void store() throws IOException, ProblemException {
        StoreSettings settings = connection.settings();
        Progress progress = ChildProtocol.progressTo(console.out());
        progress.at("reaching the store", 0, 0);
        try (ObjectStore objects = StoreOpener.open(settings)) {
            // A cancelled upload must not leave parts in the store, which cost money.
            Runtime.getRuntime().addShutdownHook(new Thread(objects::abandon));
            if (check) {
                EvidenceUpload.check(objects);
                return;
            }
            if (into.isPresent()) {
                add(into.get(), settings, objects, progress);
                return;
            }
            Evidence evidence = Evidence.read(Files.readString(file));
            new EvidenceUpload(objects, evidence, progress, InstantSource.system())
                    .send(
                            (each, out) -> content(each, out, progress),
                            known -> DurableFiles.write(file, known.text()));
        }
    }

    private void add(String folder, StoreSettings settings, ObjectStore objects, Progress progress)
            throws IOException, ProblemException {
        try (ObjectReader source = StoreOpener.read(settings);
                Stream<Path> files = Files.list(file)) {
            new StoreFolderUpload(objects, source, settings.url(), progress, InstantSource.system())
                    .send(folder, files.sorted().toList());
        }
    }

    private void content(EvidenceFile each, OutputStream out, Progress progress)
            throws IOException, ProblemException {
        switch (each.form()) {
            case AS_IS, GZIP -> Files.copy(each.path(), out);
            case REDACTED -> redact(each.path(), out, progress);
            case SCRUBBED -> scrub(each.path(), out);
        }
    }

    private void redact(Path dump, OutputStream out, Progress progress) throws ProblemException {
        Optional<StoreFailure> failure =
                new DumpProblems(dump)
                        .during(
                                () -> {
                                    try (HprofFile open = open(dump, progress)) {
                                        Redaction.of(open, progress, new CancelSignal())
                                                .writeTo(Channels.newChannel(out));
                                        return Optional.empty();
                                    } catch (StoreFailure e) {
                                        return Optional.of(e); // not a failure of the dump
                                    }
                                });
        if (failure.isPresent()) {
            throw failure.get().told();
        }
    }

    private HprofFile open(Path dump, Progress progress) throws IOException, ProblemException {
        long bytes = Files.size(dump);
        return HprofFile.open(
                dump,
                workFolder(),
                done -> progress.at("inflating", done, bytes),
                new CancelSignal());
    }

    /** Uses a temporary file: scrubbing seeks back and forth. */
    private void scrub(Path recording, OutputStream out) throws IOException, ProblemException {
        Path copy = file.resolveSibling(file.getFileName() + ".scrubbed" + DurableFiles.PART);
        Files.deleteIfExists(copy);
        try {
            RecordingScrubber.scrub(recording, copy);
            Files.copy(copy, out);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private Path workFolder() {
        return file.toAbsolutePath().resolveSibling("");
    }

    private static Problem unreadable(IOException e) {
        return new Problem(
                Problem.Kind.GONE,
                "The file to upload can't be read",
                IoReason.of(e),
                "It was deleted by a request or by the quota; or HEAPSIGHT_DATA_DIR has"
                        + " no room.");
    }
}
