/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.LABELS;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.json.JsonValueCodec.text;

import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcCaller;
import io.heapsight.gc.GcEnvironment;
import io.heapsight.gc.GcEvent;
import io.heapsight.gc.GcFinding;
import io.heapsight.gc.GcTroubles;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.gc.GcVerdict;
import io.heapsight.json.Shape;
import io.heapsight.summary.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The JSON document of a {@link GcReport}; null is an unknown figure. */
final class GcJson {
    private static final Shape<GcFinding> FINDING =
            Shape.<GcFinding>of()
                    .field("kind", choice(GcFinding.Kind.values()), GcFinding::kind)
                    .field("severity", choice(Severity.values()), GcFinding::severity)
                    .field("conclusion", TEXT, GcFinding::conclusion)
                    .field("evidence", TEXTS, GcFinding::evidence)
                    .field("remedy", TEXT, GcFinding::remedy)
                    .nullable("change", TEXT, it -> text(it.line()))
                    .nullable("costRatio", NUMBER, it -> number(it.costRatio()));

    private static final Shape<GcActivity.Quantile> QUANTILE =
            Shape.<GcActivity.Quantile>of()
                    .nullable("atLeastSeconds", NUMBER, it -> number(it.atLeastSeconds()))
                    .nullable("atMostSeconds", NUMBER, it -> number(it.atMostSeconds()));

    private static final Shape<GcActivity.PauseTotals> PAUSES =
            Shape.<GcActivity.PauseTotals>of()
                    .nullable("count", COUNT, it -> number(it.count()))
                    .nullable("merged", COUNT, it -> number(it.merged()))
                    .nullable("seconds", NUMBER, it -> number(it.seconds()))
                    .nullable("longestSeconds", NUMBER, it -> number(it.longestSeconds()))
                    .field("p50", QUANTILE, GcActivity.PauseTotals::p50)
                    .field("p99", QUANTILE, GcActivity.PauseTotals::p99);

    private static final Shape<GcActivity.CauseTotal> CAUSE =
            Shape.<GcActivity.CauseTotal>of()
                    .field("collector", TEXT, GcActivity.CauseTotal::collector)
                    .field("cause", TEXT, GcActivity.CauseTotal::cause)
                    .nullable("count", COUNT, it -> number(it.count()))
                    .nullable("seconds", NUMBER, it -> number(it.seconds()));

    private static final Shape<GcEvent> EVENT =
            Shape.<GcEvent>of()
                    .nullable("at", TIME, GcEvent::at)
                    .nullable("uptimeSeconds", NUMBER, it -> number(it.uptimeSeconds()))
                    .nullable("seconds", NUMBER, it -> number(it.seconds()))
                    .field("collector", TEXT, GcEvent::collector)
                    .field("cause", TEXT, GcEvent::cause)
                    .nullable("heapBeforeBytes", BYTES, it -> number(it.heapBeforeBytes()))
                    .nullable("heapAfterBytes", BYTES, it -> number(it.heapAfterBytes()))
                    .nullable("heapCapacityBytes", BYTES, it -> number(it.heapCapacityBytes()));

    private static final Shape<GcActivity.FullCollections> FULL =
            Shape.<GcActivity.FullCollections>of()
                    .nullable("count", COUNT, it -> number(it.count()))
                    .nullable("seconds", NUMBER, it -> number(it.seconds()))
                    .nullable("leftBytes", BYTES, it -> number(it.leftBytes()));

    private static final Shape<GcActivity.HeapSpace> SPACE =
            Shape.<GcActivity.HeapSpace>of()
                    .field("name", TEXT, GcActivity.HeapSpace::name)
                    .nullable("usedBytes", BYTES, it -> number(it.usedBytes()))
                    .nullable("capacityBytes", BYTES, it -> number(it.capacityBytes()));

    private static final Shape<GcActivity.GcHeap> HEAP =
            Shape.<GcActivity.GcHeap>of()
                    .nullable("maxBytes", BYTES, it -> number(it.maxBytes()))
                    .nullable("capacityBytes", BYTES, it -> number(it.capacityBytes()))
                    .nullable("liveBytes", BYTES, it -> number(it.liveBytes()))
                    .nullable(
                            "allocatedBytesPerSecond",
                            NUMBER,
                            it -> number(it.allocatedBytesPerSecond()))
                    .nullable(
                            "promotedBytesPerSecond",
                            NUMBER,
                            it -> number(it.promotedBytesPerSecond()));

    private static final Shape<GcActivity.GcOverhead> OVERHEAD =
            Shape.<GcActivity.GcOverhead>of()
                    .nullable("wallRatio", NUMBER, it -> number(it.wallRatio()))
                    .nullable(
                            "worstMinuteWallRatio", NUMBER, it -> number(it.worstMinuteWallRatio()))
                    .nullable("cpuRatio", NUMBER, it -> number(it.cpuRatio()))
                    .nullable("cpuSeconds", NUMBER, it -> number(it.cpuSeconds()));

    /** One kind of trouble, known or not. */
    private record Seen(Trouble trouble, Occurrences occurrences) {}

    private static final Shape<Seen> TROUBLE =
            Shape.<Seen>of()
                    .field("trouble", choice(Trouble.values()), Seen::trouble)
                    .nullable("count", COUNT, it -> number(it.occurrences.count()))
                    .nullable("seconds", NUMBER, it -> number(it.occurrences.seconds()))
                    .nullable(
                            "longestSeconds",
                            NUMBER,
                            it -> number(it.occurrences.longestSeconds()));

    private static final Shape<GcEnvironment> ENVIRONMENT =
            Shape.<GcEnvironment>of()
                    .nullable("cpuCores", NUMBER, it -> number(it.cpus()))
                    .nullable("parallelThreads", COUNT, it -> number(it.parallelThreads()))
                    .nullable("concurrentThreads", COUNT, it -> number(it.concurrentThreads()))
                    .nullable("throttledRatio", NUMBER, it -> number(it.throttledRatio()))
                    .nullable("cpuPressureRatio", NUMBER, it -> number(it.cpuPressureRatio()))
                    .nullable("memoryPressureRatio", NUMBER, it -> number(it.memoryPressureRatio()))
                    .nullable("memoryLimitBytes", BYTES, it -> number(it.memoryLimitBytes()))
                    .nullable("swapBytes", BYTES, it -> number(it.swapBytes()))
                    .field("flags", LABELS, GcEnvironment::flags);

    private static final Shape<GcActivity> ACTIVITY =
            Shape.<GcActivity>of()
                    .nullable("collector", TEXT, it -> text(it.collector()))
                    .nullable("jdkFeature", COUNT, it -> jdk(it.jdkFeature()))
                    .nullable("periodSeconds", NUMBER, it -> number(it.periodSeconds()))
                    .field("pauses", PAUSES, GcActivity::pauses)
                    .field("causes", list(CAUSE), GcActivity::causes)
                    .field("lastPauses", list(EVENT), GcActivity::lastEvents)
                    .field("fullCollections", FULL, GcActivity::full)
                    .field("heap", HEAP, GcActivity::heap)
                    .field("overhead", OVERHEAD, GcActivity::overhead)
                    .field("troubles", list(TROUBLE), it -> seen(it.troubles()))
                    .field(
                            "explicitCallers",
                            TEXTS,
                            it ->
                                    it.troubles().explicitCallers().stream()
                                            .map(GcCaller::words)
                                            .toList())
                    .field("environment", ENVIRONMENT, GcActivity::environment)
                    .field("notes", TEXTS, GcActivity::notes);

    /** The answer about a running JVM or a log. */
    static final Shape<GcReport> ANSWER =
            Shape.<GcReport>of()
                    .field("subject", TEXT, GcReport::subject)
                    .field("answer", choice(GcVerdict.Answer.values()), it -> it.verdict().answer())
                    .field("verdict", TEXT, it -> it.verdict().sentence())
                    .field("findings", list(FINDING), GcReport::findings)
                    .and(ACTIVITY, GcReport::activity);

    static final Shape<GcReport> SHAPE =
            ANSWER.nullable("target", SharedJsonShapes.TARGET, GcReport::target)
                    .field("heapSpaces", list(SPACE), it -> it.activity().heap().spaces());

    private GcJson() {}

    private static Optional<Number> jdk(int feature) {
        return feature == 0 ? Optional.empty() : Optional.of(feature);
    }

    private static List<Seen> seen(GcTroubles troubles) {
        return Arrays.stream(Trouble.values())
                .map(trouble -> new Seen(trouble, troubles.of(trouble)))
                .toList();
    }
}
