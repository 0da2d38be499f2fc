/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.Mapping;
import io.heapsight.unit.Reading;
import java.time.Instant;
import java.util.List;
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
                        NONE));
    }

    /** In that container. */
    public static MemoryView of(TargetJvm jvm, MemoryView.Container container) {
        Mapping malloc = new Mapping(4096, 12288, "rw-p", 0, "[heap]", 8192);
        return new MemoryView(
                jvm,
                Instant.EPOCH,
                Reading.of(
                        MemoryTable.of(
                                new AddressSpace(List.of(malloc), true),
                                new MemoryTable.Told(
                                        Optional.empty(), NONE, NONE, NONE, Optional.empty()))),
                List.of("native memory tracking is off"),
                container,
                Forecast.of(new long[0], new double[0], OptionalDouble.empty(), 0));
    }
}
