/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Cancelled timeouts that stay in the scheduler until their time. */
public final class ScheduledCancelledLeak {
    static final ScheduledThreadPoolExecutor SCHEDULER = new ScheduledThreadPoolExecutor(1);

    static final class Timeout implements Runnable {
        final byte[] request;

        Timeout(int i) {
            request = Plant.bytes(200, i);
        }

        @Override
        public void run() {}
    }

    public static void run() {
        for (int i = 0; i < 50_000; i++) {
            SCHEDULER.schedule(new Timeout(i), 1, TimeUnit.HOURS).cancel(false);
        }
    }
}
