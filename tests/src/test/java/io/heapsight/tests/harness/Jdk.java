/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import static io.heapsight.tests.harness.Collector.CMS;
import static io.heapsight.tests.harness.Collector.EPSILON;
import static io.heapsight.tests.harness.Collector.G1;
import static io.heapsight.tests.harness.Collector.PARALLEL;
import static io.heapsight.tests.harness.Collector.SERIAL;
import static io.heapsight.tests.harness.Collector.SHENANDOAH;
import static io.heapsight.tests.harness.Collector.ZGC;
import static io.heapsight.tests.harness.Collector.ZGC_GENERATIONAL;

import java.util.ArrayList;
import java.util.List;

/**
 * The JDKs for targets, each an image of tests/containers/base-images with its own jcmd and jstat.
 */
public enum Jdk {
    JDK_8(8),
    JDK_11(11),
    JDK_17(17),
    JDK_21(21),
    JDK_25(25),
    JDK_26(26),
    JDK_27(27);

    private final int version;

    Jdk(int version) {
        this.version = version;
    }

    /** Feature version: 8, 11, … */
    public int version() {
        return version;
    }

    public String image() {
        return "jdk:" + version;
    }

    /** The collectors of this build of the JDK; on 25, ZGC is the generational one. */
    public List<Collector> collectors() {
        return switch (this) {
            case JDK_8 -> List.of(SERIAL, PARALLEL, G1, CMS);
            case JDK_11 -> List.of(SERIAL, PARALLEL, G1, CMS, ZGC, SHENANDOAH, EPSILON);
            case JDK_17, JDK_25, JDK_26, JDK_27 ->
                    List.of(SERIAL, PARALLEL, G1, ZGC, SHENANDOAH, EPSILON);
            case JDK_21 ->
                    List.of(SERIAL, PARALLEL, G1, ZGC, ZGC_GENERATIONAL, SHENANDOAH, EPSILON);
        };
    }

    /** Releases with long-term support: the most common for targets. */
    public static List<Jdk> longTerm() {
        return List.of(JDK_8, JDK_11, JDK_17, JDK_21, JDK_25);
    }

    public List<String> flags(Collector collector) {
        if (!collectors().contains(collector)) {
            throw new IllegalArgumentException(this + " has no " + collector);
        }
        List<String> flags = new ArrayList<>();
        if (collector == EPSILON
                || (version == 11 && (collector == ZGC || collector == SHENANDOAH))) {
            flags.add("-XX:+UnlockExperimentalVMOptions");
        }
        flags.addAll(collector.flags());
        return List.copyOf(flags);
    }
}
