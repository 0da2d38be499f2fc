/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import one.jfr.JfrReader;
import one.jfr.event.Event;

/**
 * The event {@value #EVENT}: the number of a thread's samples that the JVM could not store. The JFR
 * reader calls the constructor.
 *
 * <pre>
 * startTime  varlong     lostSamples  varint     eventThread  varint
 * </pre>
 */
public final class CpuTimeSamplesLostEvent extends Event {
    static final String EVENT = "jdk.CPUTimeSamplesLost";

    private final int lost;

    /** Reads an event at the reader's position. */
    public CpuTimeSamplesLostEvent(JfrReader jfr) {
        super(jfr.getVarlong(), 0, 0);
        lost = Math.max(0, jfr.getVarint());
    }

    int lost() {
        return lost;
    }
}
