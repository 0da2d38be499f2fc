/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.kept.StorageQuota;
import io.heapsight.unit.ByteSize;
import java.time.Duration;
import java.util.Optional;

/** The keys of profiles and of Flight Recorder recordings. */
final class RecordingKeys {
    static final ConfigKey<Boolean> PROFILER =
            new ConfigKey<>(
                    "HEAPSIGHT_PROFILER",
                    "false",
                    ValueType.bool(),
                    "whether profiling is allowed: it loads native code (async-profiler) into the"
                            + " target, where it stays until the target ends");

    static final ConfigKey<StorageQuota> PROFILE_QUOTA =
            new ConfigKey<>(
                    "HEAPSIGHT_PROFILE_QUOTA",
                    "count=20,bytes=1g",
                    ValueType.quota(),
                    "the maximum number and total size of stored profiles: the oldest are deleted"
                            + " first, except profiles that are being read");

    static final ConfigKey<StorageQuota> RECORDING_QUOTA =
            new ConfigKey<>(
                    "HEAPSIGHT_RECORDING_QUOTA",
                    "count=10,bytes=2g",
                    ValueType.quota(),
                    "the maximum number and total size of stored Flight Recorder recordings: the"
                            + " oldest are deleted first, except recordings that are being read");

    static final ConfigKey<ByteSize> RECORDING_MAX_SIZE =
            new ConfigKey<>(
                    "HEAPSIGHT_RECORDING_MAX_SIZE",
                    "256m",
                    ValueType.size("24m", "4g"),
                    "how large a recording may become: beyond it, the target drops the oldest events;"
                            + " where the target has less than three times as much room, the limit"
                            + " is lowered");

    static final ConfigKey<Optional<Duration>> BLACK_BOX =
            new ConfigKey<>(
                    "HEAPSIGHT_BLACK_BOX",
                    ValueType.OFF,
                    ValueType.durationOrOff("10s", "1d"),
                    "how much of a target's last minutes Flight Recorder keeps ready for its"
                            + " post-mortem, within HEAPSIGHT_RECORDING_MAX_SIZE");

    private RecordingKeys() {}
}
