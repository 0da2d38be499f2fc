/* SPDX-License-Identifier: Apache-2.0 */
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;

/** Callbacks of a ListenableFuture that never completes. */
public final class ListenableFutureLeak {
    static final SettableFuture<String> TOKEN = SettableFuture.create();

    public static void run() {
        for (int i = 0; i < 60_000; i++) {
            byte[] request = Plant.bytes(150, i);
            TOKEN.addListener(() -> request[0]++, MoreExecutors.directExecutor());
        }
    }
}
