/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.CompletableFuture;

/** A future that never completes, and its dependents. */
public final class FutureLeak {
    static final CompletableFuture<String> CONFIG = new CompletableFuture<>();

    public static void run() {
        for (int i = 0; i < 60_000; i++) {
            byte[] request = Plant.bytes(150, i);
            CONFIG.thenAccept(value -> request[0]++);
        }
    }
}
