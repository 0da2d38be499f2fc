/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.unit.ByteSize;
import java.util.List;

/** The keys of runs, experiments and post-mortems. */
final class RunKeys {
    static final ConfigKey<Integer> MAX_RUNS =
            new ConfigKey<>(
                    "HEAPSIGHT_MAX_RUNS",
                    "100",
                    ValueType.integer("a number of runs", 1, 10_000),
                    "the maximum number of stored runs; further ones are refused");

    static final ConfigKey<ByteSize> MAX_RUN_SIZE =
            new ConfigKey<>(
                    "HEAPSIGHT_MAX_RUN_SIZE",
                    "4m",
                    ValueType.size("64k", "8m"),
                    "the maximum file size of a run, which ends there; 4m hold about two hours at"
                            + " one sample per second");

    static final ConfigKey<List<String>> EXPERIMENT_HOSTS =
            new ConfigKey<>(
                    "HEAPSIGHT_EXPERIMENT_HOSTS",
                    "",
                    ValueType.hosts(),
                    "the hosts other than loopback to which steps of POST /experiments may send"
                            + " requests");

    static final ConfigKey<Integer> MAX_POSTMORTEMS =
            new ConfigKey<>(
                    "HEAPSIGHT_MAX_POSTMORTEMS",
                    "20",
                    ValueType.integer("a number of post-mortems", 1, 1000),
                    "the maximum number of stored post-mortems: those of normal exits are"
                            + " deleted first, then the oldest");

    private RunKeys() {}
}
