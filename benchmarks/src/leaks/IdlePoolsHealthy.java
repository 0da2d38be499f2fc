/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Pools of idle threads that have worked. */
public final class IdlePoolsHealthy {
    public static Object run() throws Exception {
        ExecutorService requests = Executors.newFixedThreadPool(150);
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(4);
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int number = i;
            all.add(CompletableFuture.supplyAsync(() -> Plant.text(number), requests));
        }
        for (int i = 0; i < 50; i++) {
            clock.scheduleAtFixedRate(System::nanoTime, 1, 60, TimeUnit.SECONDS);
        }
        for (CompletableFuture<String> each : all) {
            each.get();
        }
        return new Object[] {requests, clock};
    }
}
