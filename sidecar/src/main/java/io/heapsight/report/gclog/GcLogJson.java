/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.gclog;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.gclog.GcLogSummary;
import io.heapsight.gclog.GcLogSummary.CyclesByCause;
import io.heapsight.gclog.GcLogSummary.DamagedLine;
import io.heapsight.gclog.GcLogSummary.GcLogPoint;
import io.heapsight.gclog.GcLogSummary.GcLogSource;
import io.heapsight.gclog.GcLogSummary.PauseTimes;
import io.heapsight.gclog.GcLogSummary.PausesByCause;
import io.heapsight.gclog.GcLogSummary.PhaseTimes;
import io.heapsight.gclog.GcLogSummary.SafepointTimes;
import io.heapsight.json.Shape;
import io.heapsight.report.GcReport;
import java.util.Locale;
import java.util.Optional;

/**
 * The JSON document of a {@link GcLogReport}: the fields of {@code GET /gc}, and those that only a
 * log provides. Null is an unknown figure.
 */
final class GcLogJson {
    private static final Shape<DamagedLine> DAMAGED =
            Shape.<DamagedLine>of()
                    .field("file", TEXT, DamagedLine::file)
                    .field("line", COUNT, DamagedLine::line)
                    .field("reason", TEXT, DamagedLine::reason);

    private static final Shape<GcLogSource> SOURCE =
            Shape.<GcLogSource>of()
                    .field("files", TEXTS, GcLogSource::files)
                    .field("lines", COUNT, GcLogSource::lines)
                    .field("bytes", BYTES, GcLogSource::bytes)
                    .field("damagedLines", COUNT, GcLogSource::damagedLines)
                    .nullable("firstDamaged", DAMAGED, GcLogSource::damage);

    private static final Shape<PauseTimes> TIMES =
            Shape.<PauseTimes>of()
                    .field("count", COUNT, PauseTimes::count)
                    .field("seconds", NUMBER, PauseTimes::seconds)
                    .field("longestSeconds", NUMBER, PauseTimes::longestSeconds)
                    .nullable("p50Seconds", NUMBER, it -> number(it.p50Seconds()))
                    .nullable("p90Seconds", NUMBER, it -> number(it.p90Seconds()))
                    .nullable("p99Seconds", NUMBER, it -> number(it.p99Seconds()));

    private static final Shape<PausesByCause> BY_CAUSE =
            Shape.<PausesByCause>of()
                    .field("kind", TEXT, it -> it.kind().name().toLowerCase(Locale.ROOT))
                    .field("name", TEXT, PausesByCause::name)
                    .nullable("cause", TEXT, it -> text(it.cause()))
                    .field("pauses", TIMES, PausesByCause::times);

    private static final Shape<PhaseTimes> PHASE =
            Shape.<PhaseTimes>of()
                    .field("name", TEXT, PhaseTimes::name)
                    .field("count", COUNT, PhaseTimes::count)
                    .field("seconds", NUMBER, PhaseTimes::seconds)
                    .field("longestSeconds", NUMBER, PhaseTimes::longestSeconds);

    private static final Shape<CyclesByCause> CYCLES =
            Shape.<CyclesByCause>of()
                    .field("name", TEXT, CyclesByCause::name)
                    .field("cause", TEXT, CyclesByCause::cause)
                    .field("count", COUNT, CyclesByCause::count);

    private static final Shape<SafepointTimes> SAFEPOINTS =
            Shape.<SafepointTimes>of()
                    .field("count", COUNT, SafepointTimes::count)
                    .field("seconds", NUMBER, SafepointTimes::seconds)
                    .field("longestSeconds", NUMBER, SafepointTimes::longestSeconds)
                    .nullable("reachSeconds", NUMBER, it -> number(it.reachSeconds()))
                    .nullable(
                            "longestReachSeconds", NUMBER, it -> number(it.longestReachSeconds()));

    private static final Shape<GcLogSummary.GcLogHeap> HEAP =
            Shape.<GcLogSummary.GcLogHeap>of()
                    .nullable("mostUsedBytes", BYTES, it -> number(it.mostUsedBytes()))
                    .nullable("mostCapacityBytes", BYTES, it -> number(it.mostCapacityBytes()))
                    .field("allocatedBytes", BYTES, it -> (long) it.allocatedBytes())
                    .field("isAllocatedAtLeast", FLAG, GcLogSummary.GcLogHeap::isAllocatedAtLeast)
                    .field("allocatedSeconds", NUMBER, GcLogSummary.GcLogHeap::allocatedSeconds)
                    .nullable("promotedBytes", BYTES, it -> number(it.promotedBytes()))
                    .nullable("leastLiveBytes", BYTES, it -> number(it.leastLiveBytes()))
                    .field("liveReadings", COUNT, GcLogSummary.GcLogHeap::liveReadings)
                    .nullable("cpuSeconds", NUMBER, it -> number(it.cpuSeconds()));

    private static final Shape<GcLogPoint> POINT =
            Shape.<GcLogPoint>of()
                    .field("seconds", NUMBER, GcLogPoint::seconds)
                    .field("spanSeconds", NUMBER, GcLogPoint::spanSeconds)
                    .nullable("beforeBytes", BYTES, it -> number(it.beforeBytes()))
                    .nullable("afterBytes", BYTES, it -> number(it.afterBytes()))
                    .nullable("capacityBytes", BYTES, it -> number(it.capacityBytes()))
                    .field("pauses", COUNT, GcLogPoint::pauses)
                    .field("pauseSeconds", NUMBER, GcLogPoint::pauseSeconds)
                    .nullable("longestPauseSeconds", NUMBER, it -> number(it.longestPauseSeconds()))
                    .field("allocatedBytes", BYTES, it -> (long) it.allocatedBytes())
                    .field("promotedBytes", BYTES, it -> (long) it.promotedBytes());

    private static final Shape<GcLogSummary> LOG =
            Shape.<GcLogSummary>of()
                    .field("source", SOURCE, GcLogSummary::source)
                    .nullable("jvmVersion", TEXT, it -> text(it.jvm().version()))
                    .field("jvms", COUNT, GcLogSummary::jvms)
                    .field("pauses", TIMES, GcLogSummary::pauses)
                    .field("pausesByCause", list(BY_CAUSE), GcLogSummary::byCause)
                    .field("concurrentPhases", list(PHASE), GcLogSummary::phases)
                    .field("cycles", list(CYCLES), GcLogSummary::cycles)
                    .field("heap", HEAP, GcLogSummary::heap)
                    .field("safepoints", SAFEPOINTS, GcLogSummary::safepoints)
                    .field("timeline", list(POINT), GcLogSummary::points);

    static final Shape<GcLogReport> SHAPE =
            Shape.<GcLogReport>of()
                    .and(GcReport.ANSWER, GcLogReport::answer)
                    .field("log", LOG, GcLogReport::log);

    private GcLogJson() {}

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(each -> !each.isEmpty());
    }
}
