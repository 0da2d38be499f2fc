/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads of a pool that never clear their ThreadLocal. */
public final class RequestContext {
    private static final ThreadLocal<List<Payload>> CURRENT =
            ThreadLocal.withInitial(ArrayList::new);
    private static final int THREADS = 16;

    private RequestContext() {}

    public static void main(String[] arguments) throws InterruptedException {
        int each = Held.times(arguments, 4_000);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            pool.execute(
                    () -> {
                        for (int request = 0; request < each; request++) {
                            CURRENT.get().add(new Payload(request, 250));
                        }
                        done.countDown();
                        try {
                            done.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
        }
        done.await();
        Held.forever();
    }
}
