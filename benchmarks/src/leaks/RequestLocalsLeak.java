/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A ThreadLocal per request, held by its own value. */
public final class RequestLocalsLeak {
    static final ExecutorService POOL = Executors.newFixedThreadPool(4);

    static final class Request {
        final byte[] body;
        final ThreadLocal<Request> current = new ThreadLocal<>();

        Request(int i) {
            body = Plant.bytes(600, i);
            current.set(this);
        }
    }

    public static void run() throws Exception {
        Catalogue.fill(5);
        Future<?> last = null;
        for (int i = 0; i < 12_000; i++) {
            int number = i;
            last = POOL.submit(() -> new Request(number).body[0]++);
        }
        last.get();
        Thread.sleep(300);
    }
}
