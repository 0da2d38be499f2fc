/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.MemoryPeaks;
import io.heapsight.advice.TargetObservation;
import io.heapsight.doctor.CheckResult;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.doctor.Feature;
import io.heapsight.doctor.RequestedFeatures;
import io.heapsight.gc.GcActivities;
import io.heapsight.gc.GcActivity;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryForecast;
import io.heapsight.memory.MemoryView;
import io.heapsight.memory.MemoryViews;
import io.heapsight.postmortem.DeathCause;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.SamplePostmortem;
import io.heapsight.postmortem.ShopJvm;
import io.heapsight.report.status.TargetHealthReport;
import io.heapsight.stats.Estimate;
import io.heapsight.status.StatusFinding.Subject;
import io.heapsight.status.TargetHealth.Level;
import io.heapsight.summary.Severity;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TargetHealthTest {
    private static final TargetJvm SHOP = ShopJvm.of(7, 1000, Reading.missing("not needed"));
    private static final Postmortem.Entry DEATH =
            SamplePostmortem.bare(SamplePostmortem.id(1), DeathCause.Kind.OOM_KILL).entry();
    private static final Instant NOW = DEATH.diedAt().plus(Duration.ofHours(2));

    private GcActivity activity = GcActivities.healthy();
    private Forecast forecast = MemoryForecast.NONE.whole();
    private Forecast kept = MemoryForecast.NONE.kept();
    private List<CheckResult> checks = List.of();
    private List<Postmortem.Entry> deaths = List.of();

    private TargetHealth status() {
        MemoryView memory =
                new MemoryView(
                        SHOP,
                        NOW,
                        HeapFlags.NONE,
                        OptionalLong.empty(),
                        Reading.missing("not needed"),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        MemoryViews.of(SHOP).container(),
                        forecast);
        TargetObservation nothing = TargetObservation.nothing(SHOP);
        TargetObservation observation =
                new TargetObservation(
                        SHOP,
                        nothing.samples(),
                        0,
                        nothing.heapResidentBytes(),
                        nothing.metaspaceCommittedBytes(),
                        nothing.flags(),
                        new MemoryForecast(forecast, kept, MemoryForecast.NONE.outside()),
                        2,
                        Double.NaN,
                        MemoryPeaks.NONE,
                        List.of(),
                        List.of(),
                        nothing.source());
        return TargetHealth.of(
                new TargetHealth.Sources(
                        memory,
                        activity,
                        observation,
                        new Diagnosis(
                                Optional.of(SHOP),
                                checks,
                                RequestedFeatures.of(Map.of(), List.of())),
                        deaths,
                        List.of()));
    }

    private static Forecast still() {
        return new Forecast(
                Forecast.Verdict.NO_TREND,
                Duration.ofMinutes(10),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "it does not keep growing");
    }

    private static Forecast growing(Duration toEnd) {
        double seconds = toEnd.toSeconds();
        Estimate end = new Estimate(seconds, 0.8 * seconds, 1.3 * seconds, 0.95);
        return new Forecast(
                Forecast.Verdict.GROWING,
                Duration.ofMinutes(10),
                Optional.of(new Estimate(1 << 20, 1 << 19, 1 << 21, 0.95)),
                Optional.of(end),
                Optional.of(new Forecast.End("memory limit", 1 << 28, Optional.of(end))),
                "the heap in use after collections of the old generation grows");
    }

    @Test
    void heapThatCollectionsLeaveFullIsWrong() {
        activity = GcActivities.fullHeap();

        assertThat(status().level()).isEqualTo(Level.HIGH);
        assertThat(status().sentence())
                .startsWith("The heap is too small for its live set: 61.0 MiB of 72.0 MiB");
        assertThat(status().findings().getFirst().details()).contains("15.0 % of the time");
        assertThat(status().findings().getFirst().remedy()).contains("-Xmx");
    }

    @Test
    void flagWithoutAValueIsNoLineToCopy() {
        activity = GcActivities.fullHeap();

        assertThat(status().findings()).extracting(StatusFinding::line).doesNotContain("-Xmx");
    }

    @Test
    void healthyTargetIsFine() {
        assertThat(status().level()).isEqualTo(Level.FINE);
        assertThat(status().sentence()).isEqualTo("Nothing is wrong so far.");

        forecast = still();
        assertThat(status().sentence()).isEqualTo("Nothing is wrong.");
    }

    @Test
    void fewSamplesAreTooEarly() {
        activity = GcActivities.brief();

        assertThat(status().level()).isEqualTo(Level.UNKNOWN);
        assertThat(status().sentence()).isEqualTo("It is too early to say.");
    }

    @Test
    void growthThatEndsWithinAnHourIsSevereAndHasItsBeginning() {
        forecast = growing(Duration.ofMinutes(50));
        kept = forecast;

        StatusFinding worst = status().worst().orElseThrow();
        assertThat(worst.subject()).isEqualTo(Subject.GROWTH);
        assertThat(status().level()).isEqualTo(Level.HIGH);
        assertThat(worst.since()).contains(NOW.minus(Duration.ofMinutes(10)));
        assertThat(worst.request()).isEqualTo("POST /heapdumps?live=true");
    }

    /** The first tooth of promoted garbage rises as evenly as a leak. */
    @Test
    void heapThatFillsIsNotCalledALeak() {
        forecast = growing(Duration.ofMinutes(50));

        StatusFinding worst = status().worst().orElseThrow();
        assertThat(worst.severity()).isEqualTo(Severity.HIGH);
        assertThat(worst.sentence())
                .startsWith("The heap may grow past the limit; a leak is not shown: ");
        assertThat(worst.request()).isEqualTo("GET /histogram?live=true");
    }

    @Test
    void slowGrowthIsMedium() {
        forecast = growing(Duration.ofHours(3));

        assertThat(status().level()).isEqualTo(Level.MEDIUM);
    }

    @Test
    void deathComesFirst() {
        activity = GcActivities.fullHeap();
        deaths = List.of(DEATH);

        StatusFinding worst = status().worst().orElseThrow();
        assertThat(worst.sentence()).isEqualTo("Shop died (probably oom-kill).");
        assertThat(worst.since()).contains(DEATH.diedAt());
        assertThat(worst.evidence()).isEqualTo("/postmortems/" + DEATH.id());
    }

    @Test
    void exitOnRequestIsNoFinding() {
        deaths =
                List.of(
                        SamplePostmortem.bare(SamplePostmortem.id(1), DeathCause.Kind.TERMINATED)
                                .entry());

        assertThat(status().level()).isEqualTo(Level.FINE);
    }

    @Test
    void failedCheckOfARequiredFeatureIsWrongAndAHintIsNot() {
        checks = List.of(check("nmt", List.of()));
        assertThat(status().level()).isEqualTo(Level.FINE);

        checks = List.of(check("counters-file", List.of(Feature.COUNTERS)));
        assertThat(status().level()).isEqualTo(Level.MEDIUM);
        assertThat(status().sentence()).isEqualTo("The check counters-file failed: it is missing.");
    }

    private static CheckResult check(String id, List<Feature> enables) {
        return new CheckResult(id, false, "it is missing", "it is there", enables, "mount /tmp");
    }

    @Test
    void textSaysWhatToDoAndWhatHappensOtherwise() {
        forecast = growing(Duration.ofMinutes(50));
        kept = forecast;

        assertThat(new TargetHealthReport(status()).text())
                .startsWith("7 (Shop): Memory leaks, or its load grows")
                .contains("otherwise: ", "remedy: Take a heap dump", "request: POST /heapdumps");
    }
}
