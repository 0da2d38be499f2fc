/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jvm.TargetJvm;
import java.util.Optional;

/**
 * Identifies the JVM that a run measured.
 *
 * @param pid as the sidecar saw it
 * @param name short name, for display
 * @param mainClass main class, or path of the jar
 * @param jdk "17.0.15", "1.8.0_452"
 * @param collector "Serial", "Parallel", "G1", …
 */
public record RunTarget(
        int pid,
        String name,
        Optional<String> mainClass,
        Optional<String> jdk,
        Optional<String> collector) {
    /** Returns the current properties of a JVM. */
    public static RunTarget of(TargetJvm jvm) {
        return new RunTarget(
                jvm.pid(),
                jvm.name(),
                jvm.mainClass().toOptional(),
                jvm.jdkVersion().toOptional(),
                jvm.collector().toOptional());
    }
}
