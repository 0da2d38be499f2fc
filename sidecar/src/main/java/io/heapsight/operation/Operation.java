/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A running operation that is costly for its target. Its work reports bytes and pauses here. */
public final class Operation {
    private final OperationRequest request;
    private final long startedNanos;
    private final AtomicLong bytes = new AtomicLong();
    private Pause pause = Pause.NONE;

    Operation(OperationRequest request, long startedNanos) {
        this.request = request;
        this.startedNanos = startedNanos;
    }

    public OperationRequest request() {
        return request;
    }

    /** Returns its start, by {@link io.heapsight.unit.SteadyClock#nanoTime}. */
    long startedNanos() {
        return startedNanos;
    }

    /** Returns the signal that is set when no caller waits for the result. */
    public CancelSignal cancel() {
        return request.cancel();
    }

    /** Adds bytes that the target sent or wrote, for the audit log. */
    public void addBytes(long count) {
        bytes.addAndGet(count);
    }

    /** Records the expected pause of the target, for the audit log. */
    public synchronized void expectPause(Duration estimate) {
        pause = pause.expecting(estimate);
    }

    /** Adds the measured pause of a command. */
    public synchronized void paused(Duration more) {
        pause = pause.plus(more);
    }

    /** Returns the estimate, and the pause measured so far. */
    public synchronized Pause pause() {
        return pause;
    }

    long bytes() {
        return bytes.get();
    }
}
