/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.status;

import io.heapsight.summary.Severity;
import io.heapsight.unit.Labelled;
import java.time.Instant;
import java.util.Optional;

/**
 * One problem of a target, and its remedy.
 *
 * @param sentence the problem
 * @param details further figures; "" for none
 * @param since start of the problem; empty if unknown
 * @param remedy what to do, in sentences; "" for nothing
 * @param line the flag, or the line of the manifest, to copy, with its value; "" for none
 * @param request that captures the evidence: "POST /heapdumps?live=true"; "" for none
 * @param evidence path of stored evidence: "/postmortems/ID"; "" for none
 */
public record StatusFinding(
        Subject subject,
        Severity severity,
        String sentence,
        String details,
        Optional<Instant> since,
        String remedy,
        String line,
        String request,
        String evidence) {
    /** The subject; of equal severity, the first one is the most important. */
    public enum Subject implements Labelled {
        DEATH,
        /** Memory that grows until it runs out. */
        GROWTH,
        COLLECTOR,
        RULE,
        /** A feature that the configuration requires does not work. */
        SETUP,
        /** A limit or flag that does not fit. */
        SIZE
    }

    /** Returns whether it is more than a hint. */
    public boolean isWrong() {
        return severity != Severity.INFORMATION;
    }
}
