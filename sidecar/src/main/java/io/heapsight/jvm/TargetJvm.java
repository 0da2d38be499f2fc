/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachTarget;
import io.heapsight.unit.Reading;
import io.heapsight.unit.VisibleText;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A process that runs a JVM, as found.
 *
 * @param pid as the sidecar sees it
 * @param nsPid as the JVM sees itself
 * @param uid effective
 * @param gid effective
 * @param startTicks start time in clock ticks since boot; together with the pid it identifies the
 *     process
 * @param name short name for display: the main class without package, or the jar without path
 * @param mainClass main class, or path of the jar, as {@code jps -l} shows it
 * @param vm the virtual machine
 * @param evidence how the virtual machine was detected: "libjvm.so is mapped", or a guess
 * @param jdkVersion "17.0.15", "1.8.0_452"
 * @param vendor of the JVM
 * @param collector "Serial", "Parallel", "G1", "ZGC", "Shenandoah", "Epsilon", "CMS"
 * @param flags from the command line, the environment and files
 * @param countersFile its hsperfdata
 * @param attachDisabledBy where {@code -XX:+DisableAttachMechanism} was found, if it is set
 */
public record TargetJvm(
        int pid,
        int nsPid,
        int uid,
        int gid,
        long startTicks,
        String name,
        Reading<String> mainClass,
        Vm vm,
        String evidence,
        Reading<String> jdkVersion,
        Reading<String> vendor,
        Reading<String> collector,
        JvmFlags flags,
        Reading<CountersFile> countersFile,
        Optional<String> attachDisabledBy) {

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_MAIN_CLASS = 1000;

    /** Reduces text from the process to one short line. */
    public TargetJvm {
        name = VisibleText.of(name, LONGEST_NAME);
        mainClass = mainClass.map(text -> VisibleText.of(text, LONGEST_MAIN_CLASS));
        evidence = VisibleText.of(evidence, LONGEST_MAIN_CLASS);
        jdkVersion = jdkVersion.map(text -> VisibleText.of(text, LONGEST_NAME));
        vendor = vendor.map(text -> VisibleText.of(text, LONGEST_NAME));
        collector = collector.map(text -> VisibleText.of(text, LONGEST_NAME));
    }

    /**
     * Describes a JVM in another container, as a monitoring system reports it: it has no pid here.
     */
    public static TargetJvm reported(
            String name, Reading<String> jdkVersion, Reading<String> collector, JvmFlags flags) {
        String reason = "a monitoring system does not report it";
        return new TargetJvm(
                0,
                0,
                0,
                0,
                0,
                name,
                Reading.missing(reason),
                Vm.HOTSPOT,
                "metrics",
                jdkVersion,
                Reading.missing(reason),
                collector,
                flags,
                Reading.missing(reason),
                Optional.empty());
    }

    /** Returns the same process, completed by values from its answers. */
    public TargetJvm learnt(Optional<String> version, Optional<String> title) {
        return new TargetJvm(
                pid,
                nsPid,
                uid,
                gid,
                startTicks,
                name,
                mainClass,
                vm,
                evidence,
                jdkVersion.toOptional().or(() -> version).map(Reading::of).orElse(jdkVersion),
                vendor,
                collector.toOptional().or(() -> title).map(Reading::of).orElse(collector),
                flags,
                countersFile,
                attachDisabledBy);
    }

    /** 8, 11, 17, 21, 25; empty if unknown. */
    public OptionalInt javaMajor() {
        return jdkVersion.toOptional().map(TargetJvm::javaMajor).orElse(OptionalInt.empty());
    }

    /** Returns whether another description is of the same process, perhaps at another time. */
    public boolean isSameProcessAs(TargetJvm other) {
        return pid == other.pid && startTicks == other.startTicks;
    }

    /** The data that an attach needs. */
    public AttachTarget attachTarget() {
        return new AttachTarget(
                pid,
                nsPid,
                startTicks,
                javaMajor().orElse(0),
                switch (vm) {
                    case HOTSPOT, UNKNOWN, NATIVE_IMAGE -> Optional.empty();
                    case OPENJ9 -> Optional.of("process " + label() + " is " + vm.description());
                },
                attachDisabledBy,
                flags.last("-Xrs", "-XX:+ReduceSignalUsage").map(JvmFlag::where),
                vm == Vm.NATIVE_IMAGE);
    }

    /** "7 (OrderService)". */
    public String label() {
        return pid + " (" + name + ")";
    }

    /** Returns the first number of a version: 8 of "1.8.0_452"; empty if it has none. */
    public static OptionalInt javaMajor(String version) {
        String[] parts = version.split("[._+-]", 3);
        String number = parts[0].equals("1") && parts.length > 1 ? parts[1] : parts[0];
        return number.matches("\\d{1,4}")
                ? OptionalInt.of(Integer.parseInt(number))
                : OptionalInt.empty();
    }
}
