/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Work delayed until tomorrow by CompletableFuture.delayedExecutor. */
public final class DelayerLeak {
    public static void run() {
        Catalogue.fill(6);
        for (int i = 0; i < 40_000; i++) {
            byte[] mail = Plant.bytes(250, i);
            CompletableFuture.delayedExecutor(1, TimeUnit.DAYS).execute(() -> mail[0]++);
        }
    }
}
