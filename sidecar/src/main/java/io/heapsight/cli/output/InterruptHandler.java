/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.CancelSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes Ctrl-C and SIGTERM cancel long work while this is open. The JVM then waits for the work's
 * clean-up.
 */
public final class InterruptHandler implements AutoCloseable {
    private static final int LONGEST_CLEAN_UP_SECONDS = 10;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    public InterruptHandler(CancelSignal signal) {
        hook =
                new Thread(
                        () -> {
                            signal.cancel();
                            awaitEnd();
                        },
                        "heapsight-cancel");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void awaitEnd() {
        try {
            boolean _ = ended.await(LONGEST_CLEAN_UP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The JVM is shutting down: the hook has run.
        }
    }
}
