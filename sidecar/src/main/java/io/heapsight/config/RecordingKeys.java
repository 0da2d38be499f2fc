/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.kept.StorageQuota;
import io.heapsight.profile.ProfilerConsent;
import io.heapsight.unit.ByteSize;
import java.time.Duration;
import java.util.Optional;

/** The keys of profiles and of Flight Recorder recordings. */
final class RecordingKeys {
    static final ConfigKey<ProfilerConsent> PROFILER =
            new ConfigKey<>(
                    "HEAPSIGHT_PROFILER",
                    "false",
                    ValueType.choice("true, false or nativemem", ProfilerConsent.values()),
                    "whether profiles may load native code (async-profiler) into the target, until it"
                            + " ends; otherwise only event cpu, by Flight Recorder; nativemem also"
                            + " allows profiles of native memory, which replace malloc");

    static final ConfigKey<StorageQuota> PROFILE_QUOTA =
            new ConfigKey<>(
                    "HEAPSIGHT_PROFILE_QUOTA",
                    "count=20,bytes=1g",
                    ValueType.quota(),
                    "like HEAPSIGHT_DUMP_QUOTA, for profiles");

    static final ConfigKey<StorageQuota> RECORDING_QUOTA =
            new ConfigKey<>(
                    "HEAPSIGHT_RECORDING_QUOTA",
                    "count=10,bytes=2g",
                    ValueType.quota(),
                    "like HEAPSIGHT_DUMP_QUOTA, for Flight Recorder recordings");

    static final ConfigKey<ByteSize> RECORDING_MAX_SIZE =
            new ConfigKey<>(
                    "HEAPSIGHT_RECORDING_MAX_SIZE",
                    "256m",
                    ValueType.size("24m", "4g"),
                    "the maximum size of a recording: beyond it, the target drops the"
                            + " oldest events; lowered if the target has less free space than three"
                            + " times this size");

    static final ConfigKey<Optional<Duration>> BLACK_BOX =
            new ConfigKey<>(
                    "HEAPSIGHT_BLACK_BOX",
                    ValueType.OFF,
                    ValueType.durationOrOff("10s", "1d"),
                    "the time span before a target's end that Flight Recorder keeps for its"
                            + " post-mortem, within HEAPSIGHT_RECORDING_MAX_SIZE");

    private RecordingKeys() {}
}
