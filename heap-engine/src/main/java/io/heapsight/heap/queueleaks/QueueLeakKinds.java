/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.queueleaks;

import io.heapsight.heap.leaks.LeakKind;
import java.util.List;

/** Lists the kinds of leaks through queues of the JDK. */
public final class QueueLeakKinds {
    public static final List<LeakKind> ALL =
            List.of(
                    new ExecutorQueues(),
                    new ForkJoinQueues(),
                    new QueueBacklog(),
                    new QueueBackedBufferPools());

    private QueueLeakKinds() {}
}
