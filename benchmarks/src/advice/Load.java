/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A load that is the same in each run: threads that call an operation at a fixed rate. Prints READY
 * after the first success, and {@code DONE n FAILED m} every five seconds.
 */
public final class Load {
    private static final AtomicLong DONE = new AtomicLong();
    private static final AtomicLong FAILED = new AtomicLong();

    private Load() {}

    /** Never returns. The operation is retried once a second until its first success. */
    public static void run(int threads, double perSecond, Callable<?> operation) throws Exception {
        while (true) {
            try {
                operation.call();
                break;
            } catch (Exception e) {
                System.err.println("not yet: " + e);
                Thread.sleep(1000);
            }
        }
        System.out.println("READY");
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> paced((long) (1e9 * threads / perSecond), operation), "load-" + i);
            thread.start();
        }
        while (true) {
            Thread.sleep(5000);
            System.out.println("DONE " + DONE + " FAILED " + FAILED);
        }
    }

    /** Missed calls are skipped: a target that paused gets no burst afterwards. */
    private static void paced(long nanos, Callable<?> operation) {
        for (long next = System.nanoTime(); ; next = Math.max(next + nanos, System.nanoTime())) {
            LockSupport.parkNanos(next - System.nanoTime());
            try {
                operation.call();
                DONE.incrementAndGet();
            } catch (Exception e) {
                if (FAILED.incrementAndGet() < 10) {
                    e.printStackTrace();
                }
            }
        }
    }
}
