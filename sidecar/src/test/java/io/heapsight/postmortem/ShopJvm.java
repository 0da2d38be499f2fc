/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.jvm.CountersFile;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.JvmFlags;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.Vm;
import io.heapsight.unit.Reading;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A target whose pid in its own namespace is 1. */
public final class ShopJvm {
    private ShopJvm() {}

    public static TargetJvm of(int pid, int uid, Reading<CountersFile> counters, String... flags) {
        return new TargetJvm(
                pid,
                1,
                uid,
                1000,
                90_000,
                "Shop",
                Reading.of("com.acme.Shop"),
                Vm.HOTSPOT,
                "libjvm.so is mapped",
                Reading.of("25.0.3"),
                Reading.of("Eclipse Adoptium"),
                Reading.of("Serial"),
                new JvmFlags(
                        Stream.of(flags)
                                .map(flag -> new JvmFlag(flag, "the command line"))
                                .toList(),
                        List.of()),
                counters,
                Optional.empty());
    }
}
