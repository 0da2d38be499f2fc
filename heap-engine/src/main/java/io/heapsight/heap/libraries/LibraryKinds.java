/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import io.heapsight.heap.kinds.JdkKinds;
import io.heapsight.heap.kinds.LeakKind;
import java.util.List;
import java.util.stream.Stream;

/** Kinds of leak through classes of libraries. */
public final class LibraryKinds {
    public static final List<LeakKind> ALL =
            Stream.concat(
                            Stream.of(
                                    new RedeployedLoaders(),
                                    new NettyChunks(),
                                    new DisruptorRing(),
                                    new UnboundedCaches(),
                                    new BoundedCaches(),
                                    DataInMemory.STORES,
                                    DataInMemory.DOCUMENTS,
                                    new StaticTables(),
                                    new HolderKind(),
                                    new GeneratedClasses()),
                            ContentKind.all().stream())
                    .toList();

    /** All kinds: those of the JDK, then these. */
    public static final List<LeakKind> WITH_JDK =
            Stream.concat(JdkKinds.ALL.stream(), ALL.stream()).toList();

    private LibraryKinds() {}
}
