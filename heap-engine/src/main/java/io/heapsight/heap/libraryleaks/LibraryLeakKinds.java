/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.JdkLeakKinds;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.queueleaks.QueueLeakKinds;
import java.util.List;
import java.util.stream.Stream;

/** Lists the kinds of leaks through classes of libraries. */
public final class LibraryLeakKinds {
    public static final List<LeakKind> ALL =
            Stream.concat(
                            Stream.of(
                                    new RedeployedLoaders(),
                                    new NettyBufferLeaks(),
                                    new FullDisruptorRings(),
                                    new UnboundedCaches(),
                                    new BoundedCaches(),
                                    InMemoryDataStores.STORES,
                                    InMemoryDataStores.DOCUMENTS,
                                    new JdkStaticTables(),
                                    new LibraryHolders(),
                                    new GeneratedClasses()),
                            AccumulatedLibraryObjects.all().stream())
                    .toList();

    /** All kinds: those of the JDK, then these. */
    public static final List<LeakKind> WITH_JDK =
            Stream.of(JdkLeakKinds.ALL, QueueLeakKinds.ALL, ALL).flatMap(List::stream).toList();

    private LibraryLeakKinds() {}
}
