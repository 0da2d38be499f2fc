/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tracks the files in use, by id, so that a quota or a cleanup does not delete them. Thread-safe.
 */
public final class FilesInUse {
    private final Map<String, Integer> users = new HashMap<>();

    /** Protects a file until this is closed. */
    public final class Use implements AutoCloseable {
        private final String id;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Use(String id) {
            this.id = id;
        }

        @Override
        public void close() {
            if (ended.compareAndSet(false, true)) {
                end(id);
            }
        }
    }

    public synchronized Use begin(String id) {
        users.merge(id, 1, Integer::sum);
        return new Use(id);
    }

    private synchronized void end(String id) {
        users.computeIfPresent(id, (_, count) -> count == 1 ? null : count - 1);
    }

    public synchronized boolean contains(String id) {
        return users.containsKey(id);
    }
}
