/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.EventLog;
import java.util.List;

/** Logs files that a killed sidecar left in a target. */
public final class LeftoverFileLogger {
    private LeftoverFileLogger() {}

    /** Logs the deleted leftover files, if any. */
    public static void tell(EventLog log, TargetConnection target, List<String> removed) {
        if (!removed.isEmpty()) {
            log.warn(
                    "leftovers removed",
                    field("target", target.jvm().label()),
                    field("files", String.join(", ", removed)));
        }
    }
}
