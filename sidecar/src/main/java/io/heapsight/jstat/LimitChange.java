/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.EventLog;

/**
 * A change of a limit while its container is running, for example by {@code docker update} or the
 * resize of a pod.
 *
 * @param before NaN for none
 * @param after NaN for none
 */
public record LimitChange(ContainerLimitKind limit, double before, double after) {
    /** Whether the limit was lowered. */
    public boolean isLower() {
        return after < before || (Double.isNaN(before) && !Double.isNaN(after));
    }

    /** "memory limit rose from 512.0 MiB to 1.0 GiB". */
    public String words() {
        if (Double.isNaN(before)) {
            return "%s was set to %s".formatted(limit.label(), limit.words(after));
        }
        if (Double.isNaN(after)) {
            return "%s of %s was removed".formatted(limit.label(), limit.words(before));
        }
        return "%s %s from %s to %s"
                .formatted(
                        limit.label(),
                        isLower() ? "fell" : "rose",
                        limit.words(before),
                        limit.words(after));
    }

    void tell(EventLog log, String target, int pid) {
        log.info(
                "limit changed",
                field("target", target),
                field("pid", pid),
                field("limit", limit.label()),
                field("before", limit.words(before)),
                field("after", limit.words(after)));
    }
}
