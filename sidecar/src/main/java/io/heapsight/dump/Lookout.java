/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks at something again and again, in a thread of its own, until it is closed. */
final class Lookout implements AutoCloseable {
    private static final long LOOK_EVERY_MILLIS = 200;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    /** One look; the first that fails is the last. */
    interface Look {
        void look() throws IOException;
    }

    Lookout(String name, Look look) {
        thread = Thread.ofVirtual().name(name).start(() -> run(look));
    }

    private void run(Look look) {
        try {
            while (!over.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                look.look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            return; // whoever looks cleans up when all is over
        }
    }

    /** Waits for the look that is under way. */
    @Override
    public void close() {
        over.countDown();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
