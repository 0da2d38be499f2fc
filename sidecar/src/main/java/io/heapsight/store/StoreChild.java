/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildProcess;
import io.heapsight.job.Job;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The process that uploads: it has the store's client, and the credentials, which it finds by
 * itself.
 */
public record StoreChild(StoreSettings settings) implements StoreUploads.Sending {
    /** A buffer of a part, the client, and what a redaction knows of classes. */
    private static final List<String> JVM_OPTIONS =
            List.of(
                    "-Xmx64m",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:MaxDirectMemorySize=8m",
                    "-Dslf4j.internal.verbosity=ERROR");

    /** One that is cancelled tells the store so: what has been sent of an object goes. */
    private static final Duration FAREWELL = Duration.ofSeconds(4);

    /**
     * Writes a small object, for those who ask whether evidence would arrive.
     *
     * @throws ProblemException why it would not
     */
    public void check() throws ProblemException {
        ChildProcess.await(words(), start("--check"), Progress.SILENT, _ -> {}, new CancelSignal());
    }

    private ChildJvm start(String what) throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("store-child");
        arguments.addAll(settings.arguments());
        arguments.add(what);
        return ChildJvm.start("upload", ChildJvm.Cache.STORE, JVM_OPTIONS, arguments);
    }

    @Override
    public StoreUploads.Sent send(Path evidence, Job job) throws ProblemException {
        AtomicReference<StoreUploads.Sent> sent = new AtomicReference<>(StoreUploads.Sent.NOTHING);
        ChildProcess.await(
                words(),
                start(evidence.toString()),
                (phase, done, total) -> {
                    if (phase.equals(EvidenceUpload.STORED)) {
                        sent.set(new StoreUploads.Sent(total, total - done));
                    }
                    job.at(phase, done, total);
                },
                _ -> {},
                job.cancel(),
                FAREWELL);
        return sent.get();
    }

    private static ChildProcess.Words words() {
        return new ChildProcess.Words(
                "upload",
                "What is kept stays.",
                "Give the sidecar's container more memory (192Mi), then start the upload again.",
                "Start the upload again; if it ends the same way, download what is kept, and"
                        + " report what it says.");
    }
}
