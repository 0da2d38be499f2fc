/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachException;
import io.heapsight.attach.WorkerProcess;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds the workers of a root sidecar: one per user, started when first needed, shared by all
 * targets.
 */
public final class WorkerProcessPool implements AutoCloseable {
    private final Map<User, WorkerProcess> workers = new HashMap<>();
    private boolean closed;

    private record User(int uid, int gid) {}

    /** Returns the worker of a user; a new one if the last has ended. */
    synchronized WorkerProcess of(int uid, int gid) throws AttachException {
        if (closed) {
            throw new IllegalStateException("the worker pool is closed");
        }
        User user = new User(uid, gid);
        WorkerProcess worker = workers.get(user);
        if (worker != null && worker.alive()) {
            return worker;
        }
        if (worker != null) {
            workers.remove(user);
            worker.close();
        }
        WorkerProcess fresh = WorkerProcess.start(uid, gid);
        workers.put(user, fresh);
        return fresh;
    }

    /** Ends all workers. */
    @Override
    public synchronized void close() {
        closed = true;
        workers.values().forEach(WorkerProcess::close);
        workers.clear();
    }
}
