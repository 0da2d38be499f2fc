/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.advice.Advice;
import io.heapsight.memory.TuningOption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadSizingTest {
    private static final double MEBIBYTE = 1 << 20;
    private static final WorkloadId WEB = new WorkloadId("shop", "Deployment", "web");

    private static WorkloadSize size(MadePod... pods) {
        return WorkloadSizing.of(WEB, "app", Arrays.stream(pods).map(MadePod::past).toList());
    }

    private static String suggested(WorkloadSize size, TuningOption option) {
        return size.setting(option).orElseThrow().suggested();
    }

    @Test
    void muchTooLargeWorkloadGetsLessOfEverything() {
        WorkloadSize size = size(new MadePod("web-1"), new MadePod("web-2"), new MadePod("web-3"));

        assertThat(suggested(size, TuningOption.MAX_HEAP)).isEqualTo("256m");
        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.MEMORY_LIMIT)) / (1 << 20))
                .as("it holds the present heap, the memory outside it and a tenth")
                .isBetween(1.1 * (512 + 150), 900.0);
        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.SOFT_LIMIT)) / (1 << 20))
                .isBetween(1.05 * 610, 660.0);
        assertThat(suggested(size, TuningOption.CPU_REQUEST)).isEqualTo("500m");
        assertThat(size.savedGibibytes()).isBetween(1.0, 1.2);
        assertThat(size.savedCores()).isEqualTo(4.5);
        assertThat(size.risk()).startsWith("In 21 pod-days, ");
        assertThat(size.certainty()).isEqualTo(Advice.Certainty.HIGH);
    }

    @Test
    void eachPodSavesWhatItRequestsItself() {
        MadePod[] pods = new MadePod[10];
        Arrays.setAll(pods, i -> new MadePod("web-" + i).limit(1024).request(700));
        pods[0].limit(10_240).request(8192);
        WorkloadSize size = size(pods);

        double request = WorkloadSize.bytes(suggested(size, TuningOption.SOFT_LIMIT)) / MEBIBYTE;
        assertThat(size.savedGibibytes())
                .isCloseTo((9 * 700 + 8192 - 10 * request) / 1024, within(1e-6))
                .isLessThan(9);
        assertThat(size.running()).isEqualTo(10);
    }

    @Test
    void keptSettingSavesNothing() {
        WorkloadSize size =
                size(
                        new MadePod("web-1").limit(4096).request(4096).oomKilled(),
                        new MadePod("web-2").limit(4096).request(700));

        assertThat(suggested(size, TuningOption.SOFT_LIMIT)).isEqualTo("4096Mi");
        assertThat(size.savedGibibytes()).isZero();
    }

    @Test
    void onePodWithMoreLiveObjectsDecidesForAll() {
        WorkloadSize size =
                size(
                        new MadePod("web-1"),
                        new MadePod("web-2"),
                        new MadePod("web-3").live(hours -> hours > 80 && hours < 85 ? 300 : 100));

        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.MAX_HEAP)) / (1 << 20))
                .as("1.25 times 300 MiB at least")
                .isBetween(375.0, 390.0);
    }

    @Test
    void oldReadingOfTheLiveSetIsNoReasonForLess() {
        MadePod pod =
                new MadePod("web-1")
                        .heap(2048)
                        .outside(300)
                        .limit(3072)
                        .set(SizingFigure.HEAP_FLOOR_BYTES, _ -> 1200 * MEBIBYTE)
                        .afterGc(hours -> hours < 1 ? 15 : 16);

        assertThat(WorkloadSize.bytes(suggested(size(pod), TuningOption.MAX_HEAP)) / MEBIBYTE)
                .as("1200 MiB remained since then")
                .isGreaterThanOrEqualTo(2048);
    }

    @Test
    void poolThatWasNotCollectedShowsNoLiveSet() {
        MadePod pod = new MadePod("web-1").live(_ -> 300).afterGc(_ -> 16);

        assertThat(WorkloadSize.bytes(suggested(size(pod), TuningOption.MAX_HEAP)) / MEBIBYTE)
                .as("the lower envelope of 300 MiB counts")
                .isGreaterThanOrEqualTo(512);
    }

    /**
     * Returns a pod with ZGC: cAdvisor counts its heap as mapped files, not as anonymous memory.
     */
    private static MadePod withSharedHeap(double live) {
        return new MadePod("web-1")
                .heap(4096)
                .live(_ -> live)
                .limit(6144)
                .request(6144)
                .set(SizingFigure.HEAP_USED_BYTES, _ -> 3600 * MEBIBYTE)
                .set(SizingFigure.SHARED_HEAP_BYTES, _ -> 4096 * MEBIBYTE)
                .set(SizingFigure.ANON_BYTES, _ -> 700 * MEBIBYTE)
                .set(SizingFigure.RESIDENT_BYTES, _ -> 700 * MEBIBYTE)
                .set(SizingFigure.WORKING_SET_BYTES, _ -> 4400 * MEBIBYTE);
    }

    @Test
    void limitHoldsAHeapInSharedMemory() {
        WorkloadSize size = size(withSharedHeap(1400));

        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.MEMORY_LIMIT)) / MEBIBYTE)
                .as("a full heap, 700 MiB outside it and a tenth")
                .isGreaterThan(1.1 * (4096 + 700))
                .isLessThanOrEqualTo(6144);
        assertThat(size.risk()).containsPattern("peaked at 4\\.[34]\\d* GiB");
    }

    @Test
    void heapInMappedFilesCountsOnce() {
        MadePod pod =
                withSharedHeap(1000).set(SizingFigure.MAPPED_FILE_BYTES, _ -> 3650 * MEBIBYTE);

        assertThat(WorkloadSize.bytes(suggested(size(pod), TuningOption.MEMORY_LIMIT)) / MEBIBYTE)
                .isGreaterThan(1.1 * (4096 + 700))
                .isLessThanOrEqualTo(6144);
    }

    @Test
    void nothingIsLoweredAfterAnOomKill() {
        WorkloadSize size = size(new MadePod("web-1"), new MadePod("web-2").oomKilled());

        assertThat(suggested(size, TuningOption.MAX_HEAP)).isEqualTo("512m");
        assertThat(suggested(size, TuningOption.SOFT_LIMIT)).isEqualTo("1024Mi");
        assertThat(suggested(size, TuningOption.CPU_REQUEST)).isEqualTo("2");
        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.MEMORY_LIMIT)))
                .isGreaterThan(1024.0 * (1 << 20));
        assertThat(size.notes()).contains("1 OOM kill in the window: nothing is lowered.");
        assertThat(size.needsMore()).isTrue();
    }

    /** Returns a pod with 470 MiB of anonymous memory. */
    private static MadePod withWorkingSet(double mebibytes) {
        return new MadePod("web-1")
                .heap(300)
                .outside(200)
                .limit(1700)
                .request(1700)
                .set(SizingFigure.WORKING_SET_BYTES, _ -> mebibytes * MEBIBYTE);
    }

    @Test
    void lowerLimitHoldsWhatMayBeATmpfs() {
        WorkloadSize size = size(withWorkingSet(1200));

        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.MEMORY_LIMIT)) / MEBIBYTE)
                .isBetween(1.1 * 1200, 1400.0);
        assertThat(size.refused())
                .anyMatch(each -> each.because().contains("may be a tmpfs or shared memory"));
    }

    @Test
    void presentLimitStaysIfATmpfsMayFillIt() {
        WorkloadSize size = size(withWorkingSet(1600));

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("1700Mi");
        assertThat(size.refused()).anyMatch(each -> each.because().contains("may be a tmpfs"));
    }

    @Test
    void mappedFilesAndKernelMemoryAreNoTmpfs() {
        WorkloadSize size =
                size(
                        withWorkingSet(1200)
                                .set(SizingFigure.MAPPED_FILE_BYTES, _ -> 500 * MEBIBYTE)
                                .set(SizingFigure.KERNEL_BYTES, _ -> 200 * MEBIBYTE));

        assertThat(size.refused()).noneMatch(each -> each.because().contains("tmpfs"));
    }

    @Test
    void nothingIsLoweredWhileAPodIsInACrashLoop() {
        PodHistory whole =
                new MadePod("web-2")
                        .set(SizingFigure.RESTARTS, hours -> Math.max(0, Math.floor(hours - 100)))
                        .past();
        Map<SizingFigure, double[]> figures = new EnumMap<>(whole.figures());
        figures.forEach(
                (figure, values) -> {
                    if (figure != SizingFigure.RESTARTS) {
                        Arrays.fill(values, 600, values.length, Double.NaN);
                    }
                });
        PodHistory looping = PodHistory.of(whole.pod(), whole.epochMillis(), figures);
        WorkloadSize size =
                WorkloadSizing.of(WEB, "app", List.of(new MadePod("web-1").past(), looping));

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("1024Mi");
        assertThat(suggested(size, TuningOption.SOFT_LIMIT)).isEqualTo("1024Mi");
        assertThat(size.running()).isEqualTo(2);
        assertThat(size.notes()).anyMatch(note -> note.contains("restarts in the window"));
        assertThat(size.risk()).contains("pod-days");
    }

    /** It is no leak, but its end is above what a lower limit would hold. */
    @Test
    void nothingIsLoweredWhileOnePodGrowsEverMoreSlowly() {
        MadePod pod =
                new MadePod("web-1")
                        .days(14)
                        .heap(256)
                        .live(_ -> 100)
                        .limit(1024)
                        .request(1024)
                        .outside(hours -> 100 + 300 * (1 - Math.exp(-hours / 24 / 14)));
        WorkloadSize size = size(pod);

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("1024Mi");
        assertThat(suggested(size, TuningOption.SOFT_LIMIT)).isEqualTo("1024Mi");
        assertThat(size.notes()).isEmpty();
    }

    @Test
    void nothingIsLoweredWhileOnePodGrows() {
        WorkloadSize size =
                size(
                        new MadePod("web-1"),
                        new MadePod("web-2"),
                        new MadePod("web-3").live(hours -> 60 + hours));

        assertThat(suggested(size, TuningOption.MAX_HEAP)).isEqualTo("512m");
        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("1024Mi");
        assertThat(suggested(size, TuningOption.SOFT_LIMIT)).isEqualTo("1024Mi");
        assertThat(size.notes()).anyMatch(note -> note.contains("(web-3): more memory only"));
    }

    @Test
    void youngPodForbidsWhatItsPeaksExceed() {
        MadePod young = new MadePod("web-9").days(0.05).outside(380);
        WorkloadSize size = size(new MadePod("web-1"), new MadePod("web-2"), young);

        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.MEMORY_LIMIT)) / (1 << 20))
                .isGreaterThanOrEqualTo(1.1 * (0.9 * 512 + 380));
        assertThat(size.notes()).contains("1 pod lived less than 2 hours: only the peaks count.");
    }

    @Test
    void shortWindowIsSaidAndKeepsMore() {
        WorkloadSize hours = size(new MadePod("web-1").days(0.5), new MadePod("web-2").days(0.5));
        WorkloadSize week = size(new MadePod("web-1"), new MadePod("web-2"));

        assertThat(hours.certainty()).isEqualTo(Advice.Certainty.LOW);
        assertThat(hours.notes())
                .anyMatch(note -> note.startsWith("Only 11.8 hours were recorded"));
        assertThat(WorkloadSize.bytes(suggested(hours, TuningOption.MEMORY_LIMIT)))
                .isGreaterThan(WorkloadSize.bytes(suggested(week, TuningOption.MEMORY_LIMIT)));
    }

    @Test
    void heapOfUnknownSourceIsPinnedBesideAnotherLimit() {
        WorkloadSize size = size(new MadePod("web-1").live(_ -> 240).limit(1700).request(700));

        Advice.Setting heap = size.setting(TuningOption.MAX_HEAP).orElseThrow();
        assertThat(heap.current()).isEmpty();
        assertThat(heap.line()).isEqualTo("-Xmx512m");
        assertThat(size.notes()).anyMatch(note -> note.endsWith("apply both lines together."));
    }

    @Test
    void podsWithTwoLimitsTellAShareFromASize() {
        PodHistory small = new MadePod("web-1").limit(512).heap(384).past();
        PodHistory large = new MadePod("web-2").limit(1024).heap(768).past();
        PodHistory same = new MadePod("web-3").limit(1024).heap(384).past();

        assertThat(WorkloadHeapSetting.of(List.of(small, large)))
                .isEqualTo(WorkloadHeapSetting.SHARE);
        assertThat(WorkloadHeapSetting.of(List.of(small, same)))
                .isEqualTo(WorkloadHeapSetting.SIZE);
        assertThat(WorkloadHeapSetting.of(List.of(small, small)))
                .isEqualTo(WorkloadHeapSetting.UNKNOWN);
        assertThat(WorkloadHeapSetting.SHARE.flags(large))
                .containsExactly("-XX:MaxRAMPercentage=75.000");
    }

    /** Parallel's maximum varies by a survivor space, so pods with one -Xmx report several. */
    @Test
    void heapThatOnePodNeedsIsNotLoweredByASurvivorSpace() {
        MadePod idle = new MadePod("web-1").heap(252).live(_ -> 50).outside(150);
        MadePod busy = new MadePod("web-2").heap(248).live(_ -> 110).outside(150);

        assertThat(suggested(size(idle), TuningOption.MAX_HEAP)).isNotEqualTo("252m");
        assertThat(suggested(size(busy), TuningOption.MAX_HEAP)).isEqualTo("248m");
        assertThat(suggested(size(idle, busy), TuningOption.MAX_HEAP)).isEqualTo("252m");
    }

    @Test
    void throttledPodsGetAHigherLimitAndKeepTheirRequest() {
        WorkloadSize size = size(new MadePod("web-1").cores(0.1, 0.4).throttled(0.4, 0.3));

        assertThat(suggested(size, TuningOption.CPU_LIMIT)).isEqualTo("500m");
        assertThat(suggested(size, TuningOption.CPU_REQUEST)).isEqualTo("400m");
        assertThat(size.cpu().refused())
                .anyMatch(
                        each -> each.because().contains("throttled in 30 % of their CPU periods"));
    }

    @Test
    void limitsThatMayReplaceSerialNameTheFlag() {
        WorkloadSize cpu = size(new MadePod("web-1").limit(2560).cores(0.6, 0.5).throttled(1, 0.3));
        WorkloadSize memory =
                size(new MadePod("web-1").heap(1024).outside(400).limit(1536).oomKilled());

        for (WorkloadSize size : List.of(cpu, memory)) {
            assertThat(size.notes()).anyMatch(each -> each.contains("add -XX:+UseSerialGC"));
        }
        assertThat(size(new MadePod("web-1")).notes()).noneMatch(each -> each.contains("Serial"));
    }

    /** Twice the heap in twice the limit is a new -Xmx as well as a share of the limit. */
    @Test
    void sizesOfAnEarlierRolloutTellNoSource() {
        WorkloadSize size =
                WorkloadSizing.of(
                        WEB,
                        "app",
                        List.of(
                                new MadePod("old-1").heap(512).outside(150).limit(1024).gone(),
                                new MadePod("new-1").heap(1024).outside(150).limit(2048).past()));

        assertThat(size.setting(TuningOption.MAX_RAM_PERCENTAGE)).isEmpty();
    }

    @Test
    void largerSizesOfAnEarlierRolloutAreNoReasonForMore() {
        WorkloadSize alone = size(new MadePod("new-1"), new MadePod("new-2"));
        WorkloadSize both =
                WorkloadSizing.of(
                        WEB,
                        "app",
                        List.of(
                                new MadePod("new-1").past(),
                                new MadePod("new-2").past(),
                                new MadePod("old-1").heap(2048).outside(80).limit(3072).gone()));

        assertThat(both.refused()).isEmpty();
        for (TuningOption option :
                List.of(
                        TuningOption.MAX_HEAP,
                        TuningOption.MEMORY_LIMIT,
                        TuningOption.SOFT_LIMIT)) {
            assertThat(WorkloadSize.bytes(suggested(both, option)))
                    .as(option.name())
                    .isCloseTo(WorkloadSize.bytes(suggested(alone, option)), withinPercentage(5));
        }
        assertThat(both.held().most() / MEBIBYTE).isBetween(612.0, 750.0);
        assertThat(both.risk()).startsWith("In 21 pod-days, ");
        assertThat(both.notes())
                .contains(
                        "1 pod of earlier rollouts had another heap or limit: only the peaks"
                                + " count.");
    }

    @Test
    void peaksUnderAnEarlierRolloutMustSurvive() {
        MadePod old = new MadePod("old-1").heap(4096).live(_ -> 300).outside(400).limit(6144);
        WorkloadSize size =
                WorkloadSizing.of(WEB, "app", List.of(new MadePod("new-1").past(), old.gone()));

        assertThat(suggested(size, TuningOption.MAX_HEAP)).isEqualTo("512m");
        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.MEMORY_LIMIT)) / MEBIBYTE)
                .as("the present heap and 400 MiB outside it")
                .isGreaterThan(1.1 * (512 + 400) - 1)
                .isLessThanOrEqualTo(1024);
    }

    @Test
    void podOfAStatefulSetThatWasReplacedSplitsAtItsNewHeap() {
        double before = 4096 * MEBIBYTE;
        double after = 512 * MEBIBYTE;
        MadePod pod =
                new MadePod("web-0")
                        .set(SizingFigure.HEAP_MAX_BYTES, h -> h < 84 ? before : after)
                        .set(SizingFigure.HEAP_COMMITTED_BYTES, h -> h < 84 ? before : after)
                        .set(SizingFigure.HEAP_USED_BYTES, h -> 0.9 * (h < 84 ? before : after))
                        .outside(150);
        WorkloadSize size = size(pod);

        assertThat(size.held().most() / MEBIBYTE)
                .as("without the part of the heap that is no more")
                .isBetween(612.0, 750.0);
        assertThat(suggested(size, TuningOption.MAX_HEAP)).isEqualTo("256m");
    }

    @Test
    void limitThatWasRaisedAfterAnOomKillIsNotRaisedAgain() {
        WorkloadSize size =
                WorkloadSizing.of(
                        WEB,
                        "app",
                        List.of(
                                new MadePod("new-1").limit(2048).past(),
                                new MadePod("old-1").limit(1024).oomKilled().gone()));

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("2048Mi");
        assertThat(size.needsMore()).isFalse();
        assertThat(size.notes()).contains("1 OOM kill in the window: nothing is lowered.");
    }

    /** After a scale-up, young pods may serve the most load. */
    @Test
    void requestHoldsTheUsualMemoryOfYoungPods() {
        MadePod young = new MadePod("web-9").days(0.05).outside(330);
        WorkloadSize size = size(new MadePod("web-1"), young);

        assertThat(WorkloadSize.bytes(suggested(size, TuningOption.SOFT_LIMIT)) / MEBIBYTE)
                .isGreaterThan(1.05 * (0.9 * 512 + 330))
                .isLessThanOrEqualTo(1024);
    }

    @Test
    void reasonOfARestartBeforeTheWindowIsNoOomKill() {
        WorkloadSize size =
                size(
                        new MadePod("web-1")
                                .set(SizingFigure.OOM_KILLED, h -> h <= 80 ? 1 : Double.NaN)
                                .set(SizingFigure.RESTARTS, h -> h < 80 ? 5 : 6));

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("1024Mi");
        assertThat(size.notes())
                .contains("1 restart in the window: nothing is lowered until the cause is known.");
    }

    @Test
    void oomKilledPodGetsMoreThoughATmpfsMayFillItsLimit() {
        WorkloadSize size = size(withWorkingSet(1600).oomKilled());

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("2040Mi");
        assertThat(size.needsMore()).isTrue();
    }

    /** Returns a pod of a StatefulSet that was killed after 84 hours at 1024 MiB. */
    private static MadePod killedBefore(double hours, double raised) {
        return new MadePod("web-0")
                .set(SizingFigure.MEMORY_LIMIT_BYTES, h -> (h <= hours ? 1024 : raised) * MEBIBYTE)
                .oomKilled();
    }

    @Test
    void limitOfAStatefulSetThatWasRaisedAfterAnOomKillIsNotRaisedAgain() {
        WorkloadSize size = size(killedBefore(100, 2048));

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("2048Mi");
        assertThat(size.needsMore()).isFalse();
        assertThat(size.notes()).contains("1 OOM kill in the window: nothing is lowered.");
    }

    @Test
    void limitThatWasRaisedTooLittleInTheStepOfAnOomKillIsRaisedAgain() {
        WorkloadSize size = size(killedBefore(84, 1100));

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT))
                .as("1.2 times the limit before the kill")
                .isEqualTo("1229Mi");
    }

    private static WorkloadSize afterAnEarlierRollout(MadePod pod) {
        MadePod old = new MadePod("old-1").heap(6144).outside(700).limit(8192);
        old.set(SizingFigure.METASPACE_COMMITTED_BYTES, _ -> 600 * MEBIBYTE);
        return WorkloadSizing.of(WEB, "app", List.of(pod.outside(200).past(), old.gone()));
    }

    @Test
    void memoryOutsideTheHeapOfAnEarlierRolloutIsNoReasonForMore() {
        WorkloadSize size = afterAnEarlierRollout(new MadePod("new-1"));

        assertThat(suggested(size, TuningOption.MEMORY_LIMIT)).isEqualTo("1024Mi");
        assertThat(size.needsMore()).isFalse();
    }

    @Test
    void memoryOutsideTheHeapOfAnEarlierRolloutLowersNoHeapAfterAnOomKill() {
        WorkloadSize size = afterAnEarlierRollout(new MadePod("new-1").oomKilled());

        assertThat(suggested(size, TuningOption.MAX_HEAP)).isEqualTo("512m");
    }
}
