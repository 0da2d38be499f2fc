/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Analyzed;
import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.JcmdHistogram;
import io.heapsight.tests.harness.JcmdHistogram.Count;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares an analysed heap dump of each JDK and collector with the JVM's own histogram of the same
 * moment: per class, to the byte, with and without the JVM's flags.
 *
 * <p>ZGC and Shenandoah find objects by following references, for a histogram as for a dump, {@code
 * -all} or not, so that both omit unreachable objects.
 */
@NeedsDocker
class HeapDumpsOfEveryJdkTest {
    private static final String DUMP = "/tmp/heap.hprof";
    private static final int ATTEMPTS = 5;
    private static final String COMPACT = "-XX:+UseCompactObjectHeaders";
    private static final String NOT_COMPACT = "-XX:-UseCompactObjectHeaders";
    private static final String WIDE_REFERENCES = "-XX:-UseCompressedOops";

    /** Mirrors of primitive types are instances in the dump; those of classes are class records. */
    private static final int PRIMITIVE_MIRRORS = 9;

    /** JDK 21 and later have their own class for filler in histograms; a dump says int[]. */
    private static final String FILLER = "jdk.internal.vm.FillerElement[]";

    /** Compared by rules of their own. */
    private static final Set<String> SPECIAL = Set.of("java.lang.Class", "int[]", FILLER);

    /** The dump, and a histogram that was equal before and after it. */
    private record Moment(Path dump, JcmdHistogram histogram, String flags) {}

    static Stream<Arguments> jdksAndCollectors() {
        return Cover.jdksWith(Collector.values());
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("jdksAndCollectors")
    void objectsAndBytesOfEachClassEqualTheHistogram(Jdk jdk, Collector collector)
            throws IOException, ProblemException {
        assertEqualToHistogram(jdk, collector);
    }

    /** The layouts of a release besides its default. */
    static Stream<Arguments> otherLayouts() {
        return Stream.of(
                Arguments.of(Jdk.JDK_25, List.of(COMPACT)),
                Arguments.of(Jdk.JDK_26, List.of(COMPACT, WIDE_REFERENCES)),
                Arguments.of(Jdk.JDK_27, List.of(NOT_COMPACT)),
                Arguments.of(Jdk.JDK_27, List.of(WIDE_REFERENCES)),
                Arguments.of(Jdk.JDK_27, List.of(NOT_COMPACT, WIDE_REFERENCES)));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("otherLayouts")
    void readsHeadersAndReferencesOfAnySize(Jdk jdk, List<String> flags)
            throws IOException, ProblemException {
        assertEqualToHistogram(jdk, Collector.SERIAL, flags.toArray(String[]::new));
    }

    private static void assertEqualToHistogram(Jdk jdk, Collector collector, String... flags)
            throws IOException, ProblemException {
        Moment moment = dumpOfAStoppedMoment(jdk, collector, flags);
        try {
            Analyzed withFlags = Analyzed.here(moment.dump, moment.flags);
            Analyzed inferred = Analyzed.here(moment.dump, "");

            assertThat(withFlags.summary().at("layout", "source").text()).isEqualTo("flags");
            assertThat(inferred.summary().at("layout", "source").text()).isEqualTo("inferred");
            assertEqual(jdk, collector, withFlags, moment.histogram);
            assertThat(ordinary(inferred.classes())).isEqualTo(ordinary(withFlags.classes()));
            assertThat(reachableBottoms(withFlags)).isEqualTo(301);
            assertGarbageIsSeen(collector, withFlags);
        } finally {
            Files.delete(moment.dump);
        }
    }

    private static void assertEqual(
            Jdk jdk, Collector collector, Analyzed ours, JcmdHistogram histogram) {
        Map<String, Count> expected = ordinary(histogram.classes());
        if (jdk == Jdk.JDK_8) {
            // HotSpot 8 omits JNIHandles::deleted_handle() from dumps, an Object of 16 bytes.
            expected.computeIfPresent(
                    "java.lang.Object",
                    (name, count) -> new Count(count.objects() - 1, count.bytes() - 16));
        }
        if (collector == Collector.CMS) {
            // Moves the smallest objects into chunks of 24 bytes: their distance isn't their size.
            assertThat(objects(ordinary(ours.classes()))).isEqualTo(objects(expected));
        } else {
            assertThat(ordinary(ours.classes())).isEqualTo(expected);
        }
        assertThat(ours.of("int[]")).isEqualTo(histogram.of("int[]").plus(histogram.of(FILLER)));
        // Classes in a class data archive have mirrors even if they are not loaded.
        assertThat(ours.of("java.lang.Class").objects())
                .isGreaterThan(PRIMITIVE_MIRRORS + 500)
                .isLessThanOrEqualTo(histogram.of("java.lang.Class").objects());
    }

    private static Map<String, Count> ordinary(Map<String, Count> classes) {
        Map<String, Count> all = new TreeMap<>(classes);
        all.keySet().removeAll(SPECIAL);
        // A dump lists loaded classes without instances, too; a histogram does not.
        all.values().removeIf(count -> count.objects() == 0);
        return all;
    }

    private static Map<String, Long> objects(Map<String, Count> classes) {
        Map<String, Long> all = new TreeMap<>();
        classes.forEach((name, count) -> all.put(name, count.objects()));
        return all;
    }

    private static long reachableBottoms(Analyzed summary) {
        String name = "com.acme.Assortment$GapBottom";
        return summary.of(name).objects() - summary.unreachableOf(name).objects();
    }

    private static void assertGarbageIsSeen(Collector collector, Analyzed summary) {
        Count unreachable = summary.total("unreachable");
        boolean follows =
                switch (collector) {
                    case ZGC, ZGC_GENERATIONAL, SHENANDOAH -> true;
                    case SERIAL, PARALLEL, G1, CMS, EPSILON -> false;
                };
        if (follows) {
            // Objects held only by the VM, through roots that a dump lacks.
            assertThat(unreachable.objects()).isLessThan(summary.total("all").objects() / 10);
        } else {
            assertThat(unreachable.objects()).isGreaterThan(1_000);
        }
        assertThat(summary.total("reachable").plus(unreachable).plus(summary.total("filler")))
                .isEqualTo(summary.total("all"));
    }

    private static Moment dumpOfAStoppedMoment(Jdk jdk, Collector collector, String... flags)
            throws IOException {
        TargetSpec spec = TargetSpec.of(jdk, "Assortment").with(collector).withFlags(flags);
        try (TargetContainer target = TargetContainer.start(spec)) {
            histogram(target);
            Set<String> moved = new TreeSet<>();
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                target.exec("rm", "-f", DUMP).outOrThrow();
                JcmdHistogram before = histogram(target);
                target.jcmd("1", "GC.heap_dump", "-all", DUMP).outOrThrow();
                JcmdHistogram after = histogram(target);
                if (before.equals(after)) {
                    Path dump = Files.createTempFile(Checkout.scratch(), "heap", ".hprof");
                    target.copyOut(DUMP, dump);
                    return new Moment(dump, before, target.jcmd("1", "VM.flags").outOrThrow());
                }
                after.classes().entrySet().stream()
                        .filter(row -> !row.getValue().equals(before.of(row.getKey())))
                        .forEach(row -> moved.add(row.getKey()));
            }
            throw new IllegalStateException("never stood still: " + moved);
        }
    }

    private static JcmdHistogram histogram(TargetContainer target) {
        return JcmdHistogram.parse(target.jcmd("1", "GC.class_histogram", "-all").outOrThrow());
    }
}
