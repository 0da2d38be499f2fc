/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildWatcher;
import io.heapsight.job.Job;
import io.heapsight.store.read.StoreContents;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Starts the uploading process, which loads the store's client and finds the credentials itself.
 */
public record UploadChild(StoreSettings settings) implements UploadSettings.Sending {
    /** Memory for a part buffer, the client, and the class tables of a redaction. */
    private static final String LARGE = "-Xmx64m";

    /** Memory for the client alone. */
    private static final String SMALL = "-Xmx24m";

    /** A small young generation, so that garbage is collected before the heap grows. */
    private static final List<String> JVM_OPTIONS =
            List.of(
                    "-Xmn4m",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:MaxDirectMemorySize=8m",
                    "-Dslf4j.internal.verbosity=ERROR");

    /** Time for a cancelled child to abort its upload, so that the store deletes the sent parts. */
    private static final Duration FAREWELL = Duration.ofSeconds(4);

    private static final ChildWatcher.Words FILES =
            new ChildWatcher.Words(
                    "upload",
                    "The analysis is complete; its output has the findings.",
                    "Give the container 128 MiB more memory, then run the command again.",
                    "Run the command again; if it fails in the same way, report the output.");

    /**
     * Writes a small test object.
     *
     * @throws ProblemException on failure
     */
    public void check(CancelSignal cancel) throws ProblemException {
        ChildWatcher.await(
                words(), start(List.of("--check"), SMALL), Progress.SILENT, _ -> {}, cancel);
    }

    /**
     * Adds the files of a local folder to a folder of the store, see {@link StoreFolderUpload}.
     *
     * @param folder in the store, without a slash at its ends; "" for the store itself
     * @throws ProblemException on failure
     */
    public void add(String folder, Path files, Progress progress, CancelSignal cancel)
            throws ProblemException {
        ChildWatcher.await(
                FILES,
                start(List.of("--into=" + folder, files.toString()), LARGE),
                progress,
                _ -> {},
                cancel,
                FAREWELL);
    }

    private ChildJvm start(List<String> what, String heap) throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("store-child");
        arguments.addAll(settings.arguments());
        arguments.addAll(what);
        List<String> options = new ArrayList<>(JVM_OPTIONS);
        options.add(heap);
        return ChildJvm.start("upload", ChildJvm.Cache.STORE, options, arguments);
    }

    @Override
    public UploadSettings.Sent send(Evidence evidence, Path file, Job job) throws ProblemException {
        AtomicReference<UploadSettings.Sent> sent =
                new AtomicReference<>(UploadSettings.Sent.NOTHING);
        ChildWatcher.await(
                words(),
                start(List.of(file.toString()), evidence.isLarge() ? LARGE : SMALL),
                (phase, done, total) -> {
                    if (phase.equals(EvidenceUpload.STORED)) {
                        sent.set(new UploadSettings.Sent(total, total - done));
                    }
                    job.at(phase, done, total);
                },
                _ -> {},
                job.cancel(),
                FAREWELL);
        return sent.get();
    }

    @Override
    public StoreContents contents(int most, CancelSignal cancel) throws ProblemException {
        return new StoreReadChild(settings).contents(most, cancel);
    }

    private static ChildWatcher.Words words() {
        return new ChildWatcher.Words(
                "upload",
                "The local copy is kept.",
                "Give the sidecar's container more memory (192Mi), then start the upload again.",
                "Start the upload again; if it fails in the same way, download the local copy,"
                        + " and report the output.");
    }
}
