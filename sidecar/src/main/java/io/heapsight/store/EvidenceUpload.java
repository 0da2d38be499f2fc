/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Uploads evidence to its folder in a store, file by file, and finally the manifest. */
public final class EvidenceUpload {
    /** The last phase of its progress, with the sent bytes and the total bytes. */
    static final String STORED = "stored";

    /** Writes a file's bytes in its form, but uncompressed. */
    @FunctionalInterface
    public interface Content {
        void writeTo(EvidenceFile file, OutputStream out) throws IOException, ProblemException;
    }

    /** Records the objects in the store, for the next attempt and for later files. */
    @FunctionalInterface
    public interface Receipt {
        void keep(Evidence withWhatIsSent) throws IOException;
    }

    private final ObjectStore store;
    private final Evidence evidence;
    private final Progress progress;
    private final InstantSource clock;
    private final List<SentObject> sent = new ArrayList<>();
    private long thereAlready;

    public EvidenceUpload(
            ObjectStore store, Evidence evidence, Progress progress, InstantSource clock) {
        this.store = store;
        this.evidence = evidence;
        this.progress = progress;
        this.clock = clock;
    }

    /**
     * Sends everything that is missing in the store.
     *
     * @throws StoreFailure from the store
     * @throws IOException from a file
     */
    public void send(Content content, Receipt receipt) throws IOException, ProblemException {
        store.removeLeftovers(evidence.folder());
        Evidence known = evidence;
        for (EvidenceFile file : evidence.files()) {
            Optional<SentObject> before = evidence.sent(file);
            if (before.isPresent()) {
                thereAlready += before.get().bytes();
                sent.add(before.get());
            } else {
                SentObject object = send(file, content);
                sent.add(object);
                known = known.with(List.of(object));
                receipt.keep(known);
            }
        }
        StoreManifest manifest = new StoreManifest(evidence, clock.instant(), sent);
        thereAlready +=
                upload().send(manifest, evidence.files().getFirst().path()).bytesThereAlready();
        long bytes = sent.stream().mapToLong(SentObject::bytes).sum();
        progress.at(STORED, bytes - thereAlready, bytes);
    }

    /** Writes a small object, which replaces that of the last check. */
    public static void check(ObjectStore store) throws IOException {
        try (ObjectOutput object = store.begin("heapsight-check", "text/plain", Map.of())) {
            object.write("heapsight can write here\n".getBytes(StandardCharsets.UTF_8));
            object.finish("");
        }
    }

    private SentObject send(EvidenceFile file, Content content)
            throws IOException, ProblemException {
        ObjectUpload.Sent object = upload().send(file, content);
        thereAlready += object.bytesThereAlready();
        return object.object();
    }

    private ObjectUpload upload() {
        return new ObjectUpload(store, evidence.folder(), evidence.metadata(), progress);
    }
}
