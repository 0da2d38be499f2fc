/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunColumn;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The evidence that a process left behind when it died.
 *
 * @param ending empty if the parent collected it first, or if it is not readable
 * @param oomKills OOM kills in its control group
 * @param machineOomKills OOM kills on the whole machine since the last checkpoint; this count
 *     outlives the group
 * @param counters state of its counters file
 * @param crashLog of the JVM
 * @param heapDump written by {@code -XX:+HeapDumpOnOutOfMemoryError}
 * @param exitsOnError whether {@code -XX:+ExitOnOutOfMemoryError} is set
 * @param lastSample of its figures
 */
record DeathEvidence(
        Optional<ExitStatus> ending,
        OomKillCount oomKills,
        OptionalLong machineOomKills,
        CountersFate counters,
        Optional<CrashLog> crashLog,
        Optional<WrittenDump> heapDump,
        boolean exitsOnError,
        Optional<PostmortemSample> lastSample) {
    /** The state of the counters file: a JVM deletes its own file in an orderly shutdown. */
    enum CountersFate {
        REMOVED,
        LEFT,
        UNKNOWN
    }

    /**
     * OOM kills in the target's control group.
     *
     * @param before some time before the death
     * @param after at the death
     */
    record OomKillCount(OptionalLong before, OptionalLong after) {
        static final OomKillCount UNKNOWN =
                new OomKillCount(OptionalLong.empty(), OptionalLong.empty());

        private static final Duration WHILE = Duration.ofSeconds(10);

        /**
         * The known counts.
         *
         * @param samples the last ones, oldest first
         * @param atFirst when the target was found
         * @param seen at the last check between samples
         * @param atDeath after its death; empty if the group had disappeared, so that only an
         *     earlier increase is evidence
         */
        static OomKillCount of(
                List<PostmortemSample> samples,
                OptionalLong atFirst,
                OptionalLong seen,
                OptionalLong atDeath) {
            OptionalLong before = atFirst;
            long most = seen.orElse(0);
            for (PostmortemSample sample : samples.reversed()) {
                Double count =
                        sample.figures()
                                .get(RunColumn.of(SampleField.CONTAINER_OOM_KILLS).figure());
                if (count == null || sample.at().isBefore(samples.getLast().at().minus(WHILE))) {
                    break;
                }
                before = OptionalLong.of(count.longValue());
                most = Math.max(most, count.longValue());
            }
            OptionalLong risen =
                    before.isPresent() && most > before.getAsLong()
                            ? OptionalLong.of(most)
                            : OptionalLong.empty();
            return new OomKillCount(before, atDeath.isPresent() ? atDeath : risen);
        }

        boolean isKnown() {
            return before.isPresent() && after.isPresent();
        }

        long between() {
            return isKnown() ? after.getAsLong() - before.getAsLong() : 0;
        }
    }

    /**
     * A heap dump that the JVM wrote by itself.
     *
     * @param file its name
     */
    record WrittenDump(String file, long bytes) {}

    /** Returns the share of the memory limit that the container used at the last sample. */
    OptionalDouble memoryUse() {
        OptionalDouble used = figure(SampleField.CONTAINER_MEMORY_USAGE_BYTES);
        OptionalDouble limit = figure(SampleField.CONTAINER_MEMORY_LIMIT_BYTES);
        return used.isPresent() && limit.orElse(0) > 0
                ? OptionalDouble.of(used.getAsDouble() / limit.getAsDouble())
                : OptionalDouble.empty();
    }

    /**
     * Returns the share of the memory limit that the kernel could not reclaim at the last sample.
     * It includes shared memory, which can lead to an OOM kill, but not page cache.
     */
    OptionalDouble heldShare() {
        double cache =
                figure(SampleField.CONTAINER_MEMORY_FILE_BYTES).orElse(0)
                        - figure(SampleField.CONTAINER_MEMORY_SHMEM_BYTES).orElse(0);
        OptionalDouble limit = figure(SampleField.CONTAINER_MEMORY_LIMIT_BYTES);
        return memoryUse().isPresent()
                ? OptionalDouble.of(
                        memoryUse().getAsDouble() - Math.max(0, cache) / limit.getAsDouble())
                : OptionalDouble.empty();
    }

    OptionalDouble figure(SampleField signal) {
        Double value =
                lastSample
                        .map(sample -> sample.figures().get(RunColumn.of(signal).figure()))
                        .orElse(null);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
