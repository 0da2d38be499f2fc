/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Parked virtual threads with locals of 3 KB: objects that only they hold look like garbage. */
public final class VirtualThreadsProgram {
    private VirtualThreadsProgram() {}

    public static Object run() throws Exception {
        List<Thread> threads = new ArrayList<>();
        CountDownLatch parked = new CountDownLatch(2000);
        for (int i = 0; i < 2000; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                byte[] local = new byte[3000];
                parked.countDown();
                while (local.length > 0) {
                    LockSupport.park();
                }
            }));
        }
        parked.await();
        Thread.sleep(500);
        return threads;
    }
}
