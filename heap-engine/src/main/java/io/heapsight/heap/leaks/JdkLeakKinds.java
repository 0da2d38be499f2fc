/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import java.util.List;

/** Lists the kinds of leaks through classes of the JDK. */
public final class JdkLeakKinds {
    public static final List<LeakKind> ALL =
            List.of(
                    new FinalizerBacklog(),
                    new CleanerBacklog(),
                    new CancelledTasks(),
                    new ThreadLocalValues(),
                    new TooManyThreads(),
                    new TooManyVirtualThreads(),
                    new IncompleteFutures(),
                    new DelayedTasks(),
                    WeakMapValues.WEAK_HASH_MAPS,
                    WeakMapValues.CACHES,
                    NativeHandles.ALL.get(0),
                    NativeHandles.ALL.get(1),
                    NativeHandles.ALL.get(2),
                    new OpenArenas(),
                    new SoftlyReachableObjects());

    private JdkLeakKinds() {}
}
