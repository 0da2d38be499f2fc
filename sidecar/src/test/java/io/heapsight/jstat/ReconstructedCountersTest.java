/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.table.JstatCell;
import io.heapsight.jstat.table.JstatOption;
import io.heapsight.jstat.table.JstatTable;
import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.perfdata.Collector;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each recording has the answers of an idle JVM to commands, and the row of its own jstat -gc a
 * moment later.
 */
class ReconstructedCountersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk8-serial",
                "jdk8-parallel",
                "jdk11-serial",
                "jdk11-parallel",
                "jdk17-serial",
                "jdk17-parallel",
                "jdk21-serial",
                "jdk21-parallel",
                "jdk25-serial",
                "jdk25-parallel",
                "jdk26-serial",
                "jdk26-parallel",
                "jdk27-serial",
                "jdk27-parallel"
            })
    void spacesOfSerialAndParallelAreThoseOfJstat(String name) throws IOException {
        Map<String, Double> made = made(name);
        Map<String, Double> jstat = jstat(name);

        boolean hasPlaces = name.endsWith("serial");
        for (String column :
                hasPlaces
                        ? List.of("S0C", "S1C", "S0U", "S1U", "EC", "OC", "OU")
                        : List.of("EC", "OC", "OU")) {
            assertThat(made.get(column)).as(column).isCloseTo(jstat.get(column), within(0.1));
        }
        boolean followsEden = Integer.parseInt(name.replaceAll("jdk(\\d+)-.*", "$1")) < 25;
        if (followsEden) {
            assertThat(made.get("EU")).isCloseTo(jstat.get("EU"), within(200.0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk8-g1", "jdk11-g1", "jdk17-g1", "jdk21-g1", "jdk25-g1", "jdk27-g1"})
    void regionsOfG1AreThoseOfJstatAndCapacitiesAreNotKnown(String name) throws IOException {
        Map<String, Double> made = made(name);
        Map<String, Double> jstat = jstat(name);
        double regions = 2 * 1024;

        assertThat(made.get("S1U")).isCloseTo(jstat.get("S1U"), within(regions / 2));
        assertThat(made.get("EU")).isCloseTo(jstat.get("EU"), within(regions));
        assertThat(made.get("OU")).isCloseTo(jstat.get("OU"), within(regions));
        for (String column : List.of("S0C", "S1C", "EC", "OC")) {
            assertThat(made.get(column)).as(column).isNaN();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk8-serial",
                "jdk11-g1",
                "jdk17-z",
                "jdk21-parallel",
                "jdk25-serial",
                "jdk25-z",
                "jdk26-g1",
                "jdk27-shenandoah"
            })
    void metaspaceIsKnownWithEveryJdkAndCollector(String name) throws IOException {
        Map<String, Double> made = made(name);

        assertThat(made.get("MC")).isBetween(100.0, 10_000.0);
        assertThat(made.get("MU")).isBetween(50.0, made.get("MC"));
        assertThat(made.get("CCSC")).isBetween(64.0, made.get("MC"));
        assertThat(made.get("CCSU")).isBetween(3.0, made.get("CCSC"));
    }

    /**
     * Parallel swaps its survivor spaces: in jdk26 and jdk27 the used one is at the same address.
     */
    @ParameterizedTest
    @ValueSource(strings = {"jdk8-parallel", "jdk17-parallel", "jdk26-parallel", "jdk27-parallel"})
    void survivorSpaceOfParallelIsAPoolButNeitherS0NorS1(String name) throws IOException {
        Map<String, Double> jstat = jstat(name);
        double used =
                CounterlessSample.of(jvm(name), Optional.of(answers(name)), Optional.empty())
                        .pools()
                        .stream()
                        .filter(pool -> pool.name().equals("PS Survivor Space"))
                        .mapToDouble(Sample.Pool::usedBytes)
                        .filter(bytes -> !Double.isNaN(bytes))
                        .sum();

        assertThat(used / 1024)
                .isCloseTo(
                        jstat.getOrDefault("S0U", 0.0) + jstat.getOrDefault("S1U", 0.0),
                        within(0.1));
        assertThat(made(name).get("S0U")).isNaN();
        assertThat(made(name).get("S1U")).isNaN();
    }

    /**
     * Metaspace counters are set at a collection; here the JVM loads classes for jcmd afterwards.
     */
    @Test
    void reservedMetaspaceEqualsJstat() throws IOException {
        ReconstructedCounters counters = counters("jdk25-serial");

        assertThat(
                        JstatTable.of(JstatOption.GCMETACAPACITY, counters).cells(counters).stream()
                                .limit(2)
                                .map(JstatCell::text))
                .containsExactly("0.0", "1114112.0");
    }

    @ParameterizedTest
    @CsvSource({
        "jdk8-serial, SERIAL",
        "jdk11-parallel, PARALLEL",
        "jdk17-g1, G1",
        "jdk17-z, ZGC",
        "jdk25-z, ZGC_GENERATIONAL",
        "jdk25-shenandoah, SHENANDOAH"
    })
    void collectorIsLearntFromTheFlagsThatTheJvmAnswers(String name, Collector collector)
            throws IOException {
        assertThat(counters(name).collector()).isEqualTo(collector);
        assertThat(Collector.of(counters(name))).isEqualTo(collector);
    }

    /** JDK 8 leaves UseSerialGC off when it selects Serial by itself. */
    @ParameterizedTest
    @CsvSource({
        "jdk8-serial, SERIAL",
        "jdk8-parallel, PARALLEL",
        "jdk8-g1, G1",
        "jdk25-z, ZGC_GENERATIONAL",
        "jdk27-shenandoah, SHENANDOAH"
    })
    void collectorIsLearntFromTheHeapWhereNoFlagNamesIt(String name, Collector collector)
            throws IOException {
        AttachAnswers answers = answers(name);
        AttachAnswers withoutFlags =
                new AttachAnswers(
                        answers.heap(), List.of(), HeapFlags.NONE, Optional.of("1.8.0_504"));

        assertThat(
                        new ReconstructedCounters(
                                        jvm(name), Optional.of(withoutFlags), Optional.empty())
                                .collector())
                .isEqualTo(collector);
    }

    @ParameterizedTest
    @CsvSource({"JDK 8.0_504, 1.8.0_504", "JDK 17.0.21, 17.0.21", "JDK 27.0.1, 27.0.1"})
    void versionIsSpeltAsTheFilesOfAJdkSpellIt(String line, String version) {
        assertThat(AttachReader.version("OpenJDK 64-Bit Server VM version 25\n" + line + "\n"))
                .contains(version);
    }

    @ParameterizedTest
    @CsvSource({
        "jdk11-serial, CodeHeap 'non-profiled nmethods'|CodeHeap 'non-nmethods'",
        "jdk17-serial, CodeCache",
        "jdk21-serial, CodeCache",
        "jdk27-serial, CodeCache"
    })
    void codeCacheHasItsPoolsByTheirNames(String name, String pools) throws IOException {
        List<Sample.Pool> code =
                CounterlessSample.of(jvm(name), Optional.of(answers(name)), Optional.empty())
                        .pools()
                        .stream()
                        .filter(pool -> pool.name().startsWith("Code"))
                        .toList();

        assertThat(code.stream().map(Sample.Pool::name).collect(Collectors.joining("|")))
                .isEqualTo(pools);
        assertThat(code)
                .allSatisfy(
                        pool ->
                                assertThat(pool.usedBytes())
                                        .isPositive()
                                        .isLessThanOrEqualTo(pool.committedBytes()));
    }

    @Test
    void timesAndCountsWithoutAGcLogAreDashes() throws IOException {
        ReconstructedCounters counters = counters("jdk25-serial");

        assertThat(
                        JstatTable.of(JstatOption.GCUTIL, counters).cells(counters).stream()
                                .filter(cell -> cell.column().contains("GC"))
                                .map(JstatCell::text))
                .hasSize(7)
                .containsOnly("-");
    }

    @Test
    void malformedAnswerGivesNothing() {
        for (String text : List.of("", "\0\0\0", "region size 1M, 9 eden (99999999999999M)", "x")) {
            AttachAnswers answers =
                    new AttachAnswers(
                            HeapInfo.parse(text),
                            CodeHeap.parse(text),
                            HeapFlags.parse(text),
                            Optional.empty());
            CounterlessSample sample =
                    CounterlessSample.of(jvm("jdk25-g1"), Optional.of(answers), Optional.empty());
            assertThat(sample.pools()).isEmpty();
            assertThat(sample.collectors()).isEmpty();
        }
    }

    private static Map<String, Double> made(String name) throws IOException {
        ReconstructedCounters counters = counters(name);
        Map<String, Double> made = new HashMap<>();
        JstatTable.of(JstatOption.GC, counters)
                .cells(counters)
                .forEach(cell -> made.put(cell.column(), cell.number()));
        return made;
    }

    private static ReconstructedCounters counters(String name) throws IOException {
        return new ReconstructedCounters(jvm(name), Optional.of(answers(name)), Optional.empty());
    }

    private static AttachAnswers answers(String name) throws IOException {
        String text = text(name + ".replies");
        return new AttachAnswers(
                HeapInfo.parse(text),
                CodeHeap.parse(text),
                HeapFlags.parse(text),
                Optional.empty());
    }

    private static Map<String, Double> jstat(String name) throws IOException {
        List<String[]> lines =
                text(name + ".jstat").lines().map(line -> line.strip().split("\\s+")).toList();
        Map<String, Double> columns = new HashMap<>();
        for (int i = 0; i < 12; i++) {
            String value = lines.get(1)[i];
            columns.put(lines.get(0)[i], value.equals("-") ? Double.NaN : Double.valueOf(value));
        }
        return columns;
    }

    private static String text(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        ReconstructedCountersTest.class.getResourceAsStream("/answers/" + file),
                        file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static TargetJvm jvm(String name) {
        return MadeJvm.named("Recorded")
                .firstInItsNamespace()
                .jdkVersion(name.replaceAll("jdk(\\d+)-.*", "$1").replaceFirst("^8$", "1.8.0_504"))
                .collector(Reading.missing("no flag selects one"))
                .jvm();
    }
}
