/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.CodeHeap;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.loader.MetaspaceByLoaderClass;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.Mapping;
import io.heapsight.proc.ProcessThread;
import io.heapsight.unit.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A view of a process with one mapping, for tests of its reports. */
public final class MemoryViews {
    private static final OptionalLong NONE = OptionalLong.empty();

    private MemoryViews() {}

    public static MemoryView of(TargetJvm jvm) {
        return of(
                jvm,
                new MemoryView.Container(
                        OptionalLong.of(65536),
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE));
    }

    /** Two loaders of one class. */
    public static MetaspaceByLoaderClass loaders() {
        MetaspaceByLoaderClass.Row row =
                new MetaspaceByLoaderClass.Row("com.acme.PluginLoader", 2, 10, 4096, 8192);
        return new MetaspaceByLoaderClass(row, List.of(row));
    }

    /** In that container. */
    public static MemoryView of(TargetJvm jvm, MemoryView.Container container) {
        Mapping malloc = new Mapping(4096, 12288, "rw-p", 0, "[heap]", 8192);
        Mapping guard = new Mapping(20480, 24576, "---p", 0, "", 0);
        Mapping stack = new Mapping(24576, 32768, "rw-p", 0, "", 8192);
        Mapping file = new Mapping(16384, 20480, "r--s", 0, "/data/index", 4096);
        NativeMemory first =
                new NativeMemory(Map.of("Other", new NativeMemory.Category(1, 1, 0, 0)));
        NativeMemory last =
                new NativeMemory(Map.of("Other", new NativeMemory.Category(2, 2, 0, 0)));
        return new MemoryView(
                jvm,
                Instant.EPOCH,
                HeapFlags.NONE,
                NONE,
                Reading.of(
                        MemoryTable.of(
                                new AddressSpace(List.of(malloc, file, guard, stack), true),
                                new MemoryTable.Told(
                                        Optional.empty(), NONE, NONE, NONE, Optional.empty()),
                                List.of(
                                        new ProcessThread(7, "java", 0),
                                        new ProcessThread(8, "http-1", 32000)))),
                List.of("native memory tracking is off"),
                List.of(new CodeHeap("CodeHeap 'non-nmethods'", 1024, 2048, 4096)),
                Optional.of(NativeGrowth.between(Instant.EPOCH, first, last)),
                container,
                Forecast.of(new long[0], new double[0], OptionalDouble.empty(), 0));
    }
}
