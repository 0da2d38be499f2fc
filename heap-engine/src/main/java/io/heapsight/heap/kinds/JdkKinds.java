/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.kinds;

import java.util.List;

/** Kinds of leak through classes of the JDK. */
public final class JdkKinds {
    public static final List<LeakKind> ALL =
            List.of(
                    new FinalizerBacklog(),
                    new CleanerBacklog(),
                    new CancelledTasks(),
                    new ExecutorQueues(),
                    new ThreadLocalValues(),
                    new ThreadPile(),
                    new VirtualThreadPile(),
                    new IncompleteFutures(),
                    new DelayedTasks(),
                    new WeakMapValues(),
                    NativeHandles.ALL.get(0),
                    NativeHandles.ALL.get(1),
                    new WaitingQueues(),
                    new SoftlyHeld());

    private JdkKinds() {}
}
