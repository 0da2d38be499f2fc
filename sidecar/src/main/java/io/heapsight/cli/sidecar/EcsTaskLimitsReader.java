/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.cgroup.EcsTaskMetadata;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Reading;

/** Reads the limits of an ECS task; missing limits are normal. */
final class EcsTaskLimitsReader {
    private EcsTaskLimitsReader() {}

    static EcsTaskLimits read(EventLog log) {
        String endpoint = System.getenv(EcsTaskMetadata.VARIABLE);
        if (endpoint == null) {
            return EcsTaskLimits.NONE;
        }
        Reading<EcsTaskLimits> read = EcsTaskMetadata.read(endpoint);
        if (read instanceof Reading.Missing<EcsTaskLimits>(String reason)) {
            log.warn("no limits of the ECS task", EventLog.field("reason", reason));
        }
        return read.toOptional().orElse(EcsTaskLimits.NONE);
    }
}
