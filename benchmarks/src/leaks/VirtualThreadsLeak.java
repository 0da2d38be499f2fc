/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A virtual thread per request, which waits for an answer that never arrives. */
public final class VirtualThreadsLeak {
    static final CountDownLatch ANSWER = new CountDownLatch(1);
    static final ExecutorService REQUESTS = Executors.newVirtualThreadPerTaskExecutor();

    static void call(int i) {
        byte[] request = Plant.bytes(500, i);
        try {
            ANSWER.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        request[0]++;
    }

    public static void run() throws Exception {
        for (int i = 0; i < 15_000; i++) {
            int number = i;
            REQUESTS.execute(() -> call(number));
        }
        Thread.sleep(1_500);
    }
}
