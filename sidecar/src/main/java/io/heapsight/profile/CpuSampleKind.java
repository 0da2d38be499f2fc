/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.io.IOException;
import one.jfr.JfrReader;
import one.jfr.event.Event;
import one.jfr.event.ExecutionSample;

/**
 * The kind of CPU samples in a recording. A Flight Recorder recording may contain two kinds; then
 * CPU-time samples count, and execution samples don't.
 *
 * @param engine their source; "" if unknown
 * @param isCpuTime whether only Flight Recorder's samples of CPU time count
 * @param lost samples that the target could not store
 */
record CpuSampleKind(String engine, boolean isCpuTime, long lost) {
    /** All samples. */
    static final CpuSampleKind UNKNOWN = new CpuSampleKind("", false, 0);

    /** Reads a recording, and rewinds it. */
    static CpuSampleKind of(JfrReader jfr) throws IOException {
        jfr.registerEvent(CpuTimeSamplesLostEvent.EVENT, CpuTimeSamplesLostEvent.class);
        boolean isCpuTime = false;
        boolean isAny = false;
        long lost = 0;
        for (Event each = jfr.readEvent(); each != null; each = jfr.readEvent()) {
            if (each instanceof ExecutionSample sample) {
                isAny = true;
                isCpuTime |= isCpuTime(sample);
            } else if (each instanceof CpuTimeSamplesLostEvent some) {
                lost += some.lost();
            }
        }
        isCpuTime |= !isAny && jfr.typesByName.containsKey(FlightRecorderEvent.CPU_TIME.event());
        String engine = isCpuTime ? FlightRecorderEvent.CPU_TIME.event() : engine(jfr);
        jfr.rewind();
        return new CpuSampleKind(engine, isCpuTime, lost);
    }

    private static String engine(JfrReader jfr) {
        boolean isAsyncProfiler = jfr.settings.containsKey("version");
        return jfr.settings.getOrDefault(
                "engine", isAsyncProfiler ? "" : FlightRecorderEvent.EXECUTION.event());
    }

    private static boolean isCpuTime(Event each) {
        return each instanceof ExecutionSample sample
                && sample.threadState == ExecutionSample.CPU_TIME_SAMPLE;
    }

    boolean counts(Event each) {
        return !isCpuTime || isCpuTime(each);
    }
}
