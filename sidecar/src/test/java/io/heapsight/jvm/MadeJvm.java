/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.unit.Reading;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A synthetic JVM without process: HotSpot of JDK 25 with Serial unless set otherwise. */
public final class MadeJvm {
    private final String name;
    private int pid = 7;
    private int nsPid = 7;
    private Reading<String> jdkVersion = Reading.of("25.0.3");
    private Reading<String> collector = Reading.of("Serial");
    private JvmFlags flags = JvmFlags.NONE;
    private Reading<CountersFile> counters = Reading.missing("none");

    private MadeJvm(String name) {
        this.name = name;
    }

    /** With a main class in {@code com.acme}. */
    public static MadeJvm named(String name) {
        return new MadeJvm(name);
    }

    /** The pid, also in its own namespace. */
    public MadeJvm pid(int value) {
        pid = value;
        nsPid = value;
        return this;
    }

    /** In its own PID namespace. */
    public MadeJvm firstInItsNamespace() {
        nsPid = 1;
        return this;
    }

    public MadeJvm jdkVersion(String value) {
        jdkVersion = Reading.of(value);
        return this;
    }

    public MadeJvm collector(Reading<String> value) {
        collector = value;
        return this;
    }

    /** Options on the command line. */
    public MadeJvm flags(Stream<String> texts) {
        flags =
                new JvmFlags(
                        texts.map(text -> new JvmFlag(text, "the command line")).toList(),
                        List.of());
        return this;
    }

    public MadeJvm counters(CountersFile file) {
        counters = Reading.of(file);
        return this;
    }

    public TargetJvm jvm() {
        return new TargetJvm(
                pid,
                nsPid,
                1000,
                1000,
                1,
                name,
                Reading.of("com.acme." + name),
                Vm.HOTSPOT,
                "made",
                jdkVersion,
                Reading.missing("made"),
                collector,
                flags,
                counters,
                Optional.empty());
    }
}
