/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.gclog.GcLogPauseTotals.Pauses;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of real JVMs, each with the counts of its GarbageCollectorMXBeans printed at the end. */
class GcLogPauseTallyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk8-serial-plain, Copy, MarkSweepCompact",
                "jdk8-serial-details, Copy, MarkSweepCompact",
                "jdk8-parallel-plain, PS Scavenge, PS MarkSweep",
                "jdk8-parallel-details, PS Scavenge, PS MarkSweep",
                "jdk8-cms-plain, ParNew, ConcurrentMarkSweep",
                "jdk8-cms-details, ParNew, ConcurrentMarkSweep",
                "jdk8-g1-plain, G1 Young Generation, G1 Old Generation",
                "jdk8-g1-details, G1 Young Generation, G1 Old Generation",
                "jdk11-serial-gc, Copy, MarkSweepCompact",
                "jdk11-serial-all, Copy, MarkSweepCompact",
                "jdk11-parallel-gc, PS Scavenge, PS MarkSweep",
                "jdk11-cms-gc, ParNew, ConcurrentMarkSweep",
                "jdk11-cms-all, ParNew, ConcurrentMarkSweep",
                "jdk11-g1-gc, G1 Young Generation, G1 Old Generation",
                "jdk17-serial-gc, Copy, MarkSweepCompact",
                "jdk17-parallel-gc, PS Scavenge, PS MarkSweep",
                "jdk17-parallel-all, PS Scavenge, PS MarkSweep",
                "jdk17-g1-gc, G1 Young Generation, G1 Old Generation",
                "jdk21-serial-gc, Copy, MarkSweepCompact",
                "jdk21-parallel-gc, PS Scavenge, PS MarkSweep",
                "jdk21-g1-gc, G1 Young Generation, G1 Old Generation",
                "jdk25-serial-gc, Copy, MarkSweepCompact",
                "jdk25-parallel-gc, PS Scavenge, PS MarkSweep",
                "jdk25-g1-gc, G1 Young Generation, G1 Old Generation",
                "jdk25-g1-all, G1 Young Generation, G1 Old Generation",
                "jdk26-serial-gc, Copy, MarkSweepCompact",
                "jdk26-parallel-gc, PS Scavenge, PS MarkSweep",
                "jdk26-g1-gc, G1 Young Generation, G1 Old Generation",
                "jdk27-serial-gc, Copy, MarkSweepCompact",
                "jdk27-parallel-gc, PS Scavenge, PS MarkSweep",
                "jdk27-g1-gc, G1 Young Generation, G1 Old Generation",
                "jdk27-g1-all, G1 Young Generation, G1 Old Generation"
            })
    void youngAndFullCollectionsAreThoseOfTheBeans(String line) throws IOException {
        String[] words = line.split(", ");
        GcLogPauseTotals read = parsed(words[0]);

        assertSame(read.of(GcCycleKind.YOUNG), bean(words[0], words[1]));
        assertSame(read.of(GcCycleKind.FULL), bean(words[0], words[2]));
        assertThat(read.isWhole()).isTrue();
        assertThat(read.liveReadings()).isEqualTo(read.of(GcCycleKind.FULL).count());
    }

    @ParameterizedTest
    @CsvSource({
        "jdk11-shenandoah-gc, Shenandoah Pauses",
        "jdk25-shenandoah-gc, Shenandoah Pauses",
        "jdk27-shenandoah-gc, Shenandoah Pauses",
        "jdk17-z-all, ZGC Pauses"
    })
    void pausesOfConcurrentCyclesAreThoseOfTheBeans(String log, String bean) throws IOException {
        GcLogPauseTotals read = parsed(log);

        assertSame(read.of(GcCycleKind.CONCURRENT), bean(log, bean));
        assertThat(read.seconds()).isEqualTo(read.of(GcCycleKind.CONCURRENT).seconds());
        assertThat(read.liveBytes()).isBetween(4e6, 30e6);
    }

    /** The beans were read before its last cycles. */
    @ParameterizedTest
    @ValueSource(strings = {"jdk21-zgen-all", "jdk25-z-all"})
    void generationalZgcHasMinorAndMajorPauses(String log) throws IOException {
        GcLogPauseTotals read = parsed(log);

        assertThat(read.of(GcCycleKind.YOUNG).count())
                .isCloseTo(bean(log, "ZGC Minor Pauses").count(), within(12L));
        assertThat(read.of(GcCycleKind.CONCURRENT).count())
                .isCloseTo(bean(log, "ZGC Major Pauses").count(), within(6L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk17-z-gc", "jdk21-z-gc", "jdk21-zgen-gc", "jdk25-z-gc"})
    void pausesOfZgcThatTheLogLeavesOutAreNotNone(String log) throws IOException {
        assertThat(parsed(log).showsPauses()).isFalse();
    }

    @Test
    void liveSetIsTheHeapAfterTheLastFullCollection() throws IOException {
        assertThat(parsed("jdk8-cms-plain").liveBytes()).isBetween(4e6, 6e6);
        assertThat(parsed("jdk25-g1-gc").liveBytes()).isBetween(4e6, 6e6);
    }

    @Test
    void fullCollectionWithinAYoungOneCountsOnce() {
        GcLogPauseTally parser = new GcLogPauseTally();
        parser.line("[9.1s][info][gc] GC(5) Pause Full (Allocation Failure) 9M->9M(9M) 20.000ms");
        parser.line("[9.1s][info][gc] GC(4) Pause Young (Allocation Failure) 9M->9M(9M) 30.000ms");

        assertThat(parser.figures(true).seconds()).isCloseTo(0.03, within(1e-9));
        assertThat(parser.figures(true).of(GcCycleKind.YOUNG).count()).isEqualTo(1);
    }

    @Test
    void localizedDecimalCommaIsRead() {
        GcLogPauseTally parser = new GcLogPauseTally();
        parser.line("0,051: [GC (Allocation Failure)  8704K->1322K(31680K), 0,0018003 secs]");

        assertThat(parser.figures(true).of(GcCycleKind.YOUNG)).isEqualTo(new Pauses(1, 0.0018003));
    }

    @Test
    void logWithoutItsBeginningIsIncomplete() {
        GcLogPauseTally parser = new GcLogPauseTally();
        parser.line("[9.1s][info][gc] GC(5) Pause Full (System.gc()) 9M->9M(9M) 20.000ms");

        assertThat(parser.isFromStart()).isFalse();
    }

    @Test
    void mutatedLogIsReadAsFarAsPossible() throws IOException {
        for (String log : new String[] {"jdk8-cms-details", "jdk25-g1-all", "jdk21-zgen-all"}) {
            byte[] good = bytes(log + ".log.gz", true);
            for (int seed = 0; seed < 300; seed++) {
                Random random = new Random(seed);
                byte[] spoilt = good.clone();
                for (int i = 0; i < 200; i++) {
                    spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
                }
                GcLogPauseTotals read = parsed(spoilt);
                assertThat(read.seconds()).as("seed " + seed).isBetween(0.0, 1e7);
            }
        }
    }

    @Test
    void bracketWithoutAnEndHidesNoLaterPause() {
        GcLogPauseTally parser = new GcLogPauseTally();
        parser.line("0.1: [GC [[[[[[");
        for (int i = 0; i < 100; i++) {
            parser.line("nonsense");
        }
        parser.line("0.2: [Full GC (System.gc())  7130K->4300K(31680K), 0.0020830 secs]");

        assertThat(parser.figures(true).of(GcCycleKind.FULL).count()).isEqualTo(1);
    }

    private static void assertSame(Pauses read, Pauses bean) {
        assertThat(read.count()).isEqualTo(bean.count());
        // A bean adds up whole milliseconds, each truncated or rounded.
        assertThat(read.seconds()).isCloseTo(bean.seconds(), within(1e-3 * (bean.count() + 1)));
    }

    private static Pauses bean(String log, String name) throws IOException {
        return new String(bytes(log + ".mxbeans", false), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t"))
                .filter(words -> words[0].equals(name))
                .map(words -> new Pauses(Long.parseLong(words[1]), Long.parseLong(words[2]) / 1e3))
                .findFirst()
                .orElseThrow();
    }

    private static GcLogPauseTotals parsed(String log) throws IOException {
        return parsed(bytes(log + ".log.gz", true));
    }

    private static GcLogPauseTotals parsed(byte[] log) {
        GcLogPauseTally parser = new GcLogPauseTally();
        new LineSplitter(parser::line).take(log);
        return parser.figures(parser.isFromStart());
    }

    private static byte[] bytes(String name, boolean isZipped) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        GcLogPauseTallyTest.class.getResourceAsStream("/gclog/" + name), name)) {
            return (isZipped ? new GZIPInputStream(in) : in).readAllBytes();
        }
    }
}
