/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.operation.OperationGate;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.time.InstantSource;
import java.util.Map;

/** The operation gate of one local command, without rate limit and audit log. */
record UnlimitedOperationGate(OperationGate operations, SteadyClock clock) {
    static UnlimitedOperationGate open() {
        EventLog silent = new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system());
        SteadyClock clock = SteadyClock.system(silent);
        return new UnlimitedOperationGate(new OperationGate(Map.of(), clock, silent), clock);
    }
}
