/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.store.AnalysisPlanCodec;
import io.heapsight.heap.AnalysisPlan;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.StreamedAnalysisPlanner;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreOpener;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.read.CheckedDownload;
import io.heapsight.store.read.DumpListing;
import io.heapsight.store.read.EvidenceListing;
import io.heapsight.store.read.ObjectStream;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.store.read.StoreContents;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.store.read.StoredDumps;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.UrlObjectReader;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code heapsight store-read-child}: a child process that reads a store. With a file, it copies an
 * object; with {@code --plan}, it reads a dump without a copy; otherwise, it answers one query for
 * a list. Credentials and presigned URLs come from its environment, never from arguments.
 */
@Command(name = StoreReadChild.COMMAND, hidden = true, description = "Started by other commands.")
public final class StoreReadChildCommand implements Callable<Integer> {
    private static final int FAREWELL_SECONDS = 3;

    private final Console console;

    @Mixin private final StoreConnectionOptions connection = new StoreConnectionOptions();

    @Option(names = "--key", description = "the object; otherwise a URL from the environment")
    private Optional<String> key = Optional.empty();

    @Option(names = "--to", description = "the copy")
    private Optional<Path> to = Optional.empty();

    @Option(names = "--plan", description = "reads a dump without a copy")
    private boolean plan;

    private final CancelSignal cancel = new CancelSignal();

    public StoreReadChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CompletableFuture<String> query = new CompletableFuture<>();
        ChildStartup.become(query::complete);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cancel(ended)));
        try {
            StoreSettings settings = connection.settings();
            if (to.isPresent()) {
                copy(settings, to.get());
            } else if (plan) {
                plan(settings);
            } else {
                list(settings, query.join());
            }
            return ExitCode.DONE;
        } catch (StoreFailure e) {
            ChildProtocol.fail(console.out(), e.told().problem());
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
        } catch (IOException e) {
            ChildProtocol.fail(console.out(), plan ? cut(e) : failed(e));
        } catch (CancellationException _) {
            return ExitCode.REPORTED;
        } finally {
            ended.countDown();
        }
        return ExitCode.REPORTED;
    }

    /** Waits until the state of an interrupted download is on the disk. */
    private void cancel(CountDownLatch ended) {
        cancel.cancel();
        try {
            boolean _ = ended.await(FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void copy(StoreSettings settings, Path file) throws IOException, ProblemException {
        try (ObjectReader source = source(settings)) {
            Optional<String> sha256 =
                    new CheckedDownload(source, ChildProtocol.progressTo(console.out()), cancel)
                            .copy(key.orElse(""), where(settings), file);
            sha256.ifPresent(digest -> ChildProtocol.digest(console.out(), digest));
        }
    }

    private void plan(StoreSettings settings) throws IOException, ProblemException {
        String where = where(settings);
        try (ObjectReader source = source(settings);
                ObjectStream object =
                        ObjectStream.open(
                                source,
                                key.orElse(""),
                                where,
                                ObjectStream.USUAL,
                                ChildProtocol.progressTo(console.out()),
                                cancel)) {
            AnalysisPlan found =
                    StreamedAnalysisPlanner.read(
                            object, where, object.bytes(), HeapAnalyzer.threads());
            ChildProtocol.plan(console.out(), AnalysisPlanCodec.text(found));
        } catch (HprofFormatException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The object is not a readable heap dump",
                    where + ": " + e.getMessage(),
                    "Download it to see more: heapsight analyze URL --plan --keep.",
                    e);
        }
    }

    private ObjectReader source(StoreSettings settings) throws IOException, ProblemException {
        return key.isPresent()
                ? StoreOpener.read(settings)
                : new UrlObjectReader(link(), settings.authorities(), RestClient.Patience.USUAL);
    }

    private String where(StoreSettings settings) throws ProblemException {
        return key.isPresent()
                ? new ObjectUrl.InBucket(settings.url(), key.get()).shown()
                : new ObjectUrl.Link(link()).shown();
    }

    private static URI link() throws ProblemException {
        String url = System.getenv().getOrDefault(StoreReadChild.LINK, "");
        if (ObjectUrl.parse(url) instanceof ObjectUrl.Link link) {
            return link.uri();
        }
        throw new IllegalStateException("no URL in the environment");
    }

    private void list(StoreSettings settings, String query) throws IOException, ProblemException {
        String[] words = query.split("\t", -1);
        if (words.length != 2) {
            throw new IOException("an unknown query");
        }
        try (ObjectReader source = StoreOpener.read(settings)) {
            String document =
                    switch (words[0]) {
                        case StoreReadChild.LIST ->
                                StoreContents.SHAPE.documentText(
                                        new EvidenceListing(source, settings.url(), cancel)
                                                .read(Integer.parseInt(words[1])));
                        case StoreReadChild.FIND ->
                                StoreContents.SHAPE.documentText(
                                        new EvidenceListing(source, settings.url(), cancel)
                                                .find(words[1]));
                        case StoreReadChild.DUMPS ->
                                StoredDumps.SHAPE.documentText(
                                        new DumpListing(source, settings.url(), cancel)
                                                .read(Integer.parseInt(words[1])));
                        default -> throw new IOException("an unknown query");
                    };
            ChildProtocol.answer(console.out(), document.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Without a copy, only the object itself can be at fault. */
    private static Problem cut(IOException e) {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "The object is damaged, or ends in the middle",
                IoReason.of(e),
                "Upload it again, or plan the part that is readable: heapsight analyze URL --plan"
                        + " --keep.");
    }

    private static Problem failed(IOException e) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The copy can't be read or written",
                IoReason.of(e),
                "Check the free space and permissions of the work directory.");
    }
}
