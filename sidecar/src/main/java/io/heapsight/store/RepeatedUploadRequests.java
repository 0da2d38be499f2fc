/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Remembers which running uploads were requested again, and which objects the latest uploads sent.
 * Thread-safe.
 */
final class RepeatedUploadRequests {
    /** Number of remembered uploads; the files of one heap dump follow each other soon. */
    private static final int REMEMBERED = 16;

    private final PendingUploads pending;
    private final Map<Path, String> askedAgain = new HashMap<>();
    private final Map<Path, List<SentObject>> stored = new LinkedHashMap<>();

    RepeatedUploadRequests(PendingUploads pending) {
        this.pending = pending;
    }

    /**
     * Starts an upload, or schedules a repetition of the running one.
     *
     * @param isRunning whether a pending upload has a job; otherwise it starts now
     * @param start receives the objects that were sent before
     */
    synchronized void startOrRepeat(
            EvidenceKind kind,
            String id,
            String caller,
            boolean isRunning,
            Consumer<List<SentObject>> start) {
        Path file = pending.file(kind, id);
        if (isRunning && Files.exists(file)) {
            askedAgain.put(file, caller);
        } else {
            start.accept(sent(kind, id));
        }
    }

    /** Returns the objects that are known to be sent already. */
    synchronized List<SentObject> sent(EvidenceKind kind, String id) {
        return stored.getOrDefault(pending.file(kind, id), List.of());
    }

    /** Records the end of an upload; returns the caller who requested it again. */
    synchronized Optional<String> ended(Evidence evidence) {
        postponed(evidence);
        pending.remove(evidence);
        return Optional.ofNullable(askedAgain.remove(pending.file(evidence)));
    }

    /** Records an upload that continues after the next start of the sidecar. */
    synchronized void postponed(Evidence evidence) {
        List<SentObject> sent = pending.asItIs(evidence).sent();
        if (!sent.isEmpty()) {
            stored.put(pending.file(evidence), sent);
        }
        if (stored.size() > REMEMBERED) {
            stored.remove(stored.keySet().iterator().next());
        }
    }
}
