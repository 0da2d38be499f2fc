/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A growing list in a ThreadLocal of each thread of a pool. */
public final class ThreadLocalLeak {
    static final ThreadLocal<List<byte[]>> AUDIT = ThreadLocal.withInitial(ArrayList::new);
    static final ExecutorService POOL = Executors.newFixedThreadPool(7);

    public static void run() throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 70_000; i++) {
            int number = i;
            all.add(POOL.submit(() -> AUDIT.get().add(Plant.bytes(100, number))));
        }
        for (Future<?> each : all) {
            each.get();
        }
    }
}
