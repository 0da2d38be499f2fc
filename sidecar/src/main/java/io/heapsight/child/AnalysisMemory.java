/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.cgroup.Cgroup;
import io.heapsight.cgroup.MemoryReading;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * How much memory the tables of an analysis may take: what was configured, or what the sidecar's
 * own limit leaves when the sidecar itself, the child's JVM and a margin are taken off.
 *
 * @param own the processes as we see them: this one is among them
 * @param configured empty: computed
 * @param limitBytes of the sidecar's own container; empty: it has none
 */
public record AnalysisMemory(
        ProcFs own, Optional<ByteSize> configured, Supplier<OptionalLong> limitBytes) {
    private static final ByteSize WITHOUT_LIMIT = ByteSize.parse("512m");
    private static final ByteSize LEAST = ByteSize.parse("8m");

    /** What the JVM of an analysis comes to take after its start: Java heap and compiled code. */
    private static final ByteSize JVM_GROWTH = ByteSize.parse("64m");

    /** Of a limit, for what was forgotten. */
    private static final int MARGIN_SHARE = 16;

    /** Of what could be tables, for pages of the dump, which is read several times. */
    private static final int CACHE_SHARE = 4;

    /** By the limit of the container that this process is in. */
    public static AnalysisMemory of(ProcFs own, Optional<ByteSize> configured) {
        return new AnalysisMemory(own, configured, () -> ownLimit(own));
    }

    /**
     * The bytes.
     *
     * @throws ProblemException when the limit leaves too little
     */
    public ByteSize available() throws ProblemException {
        if (configured.isPresent()) {
            return configured.get();
        }
        OptionalLong found = limitBytes.get();
        if (found.isEmpty()) {
            return WITHOUT_LIMIT;
        }
        long limit = found.getAsLong();
        ProcessStatus self = self(own);
        long ours = self.residentBytes();
        long room = limit - ours - ChildJvm.JVM_BYTES.bytes();
        long margin = Math.max(limit / MARGIN_SHARE, room / CACHE_SHARE);
        long left = room - margin;
        if (left < LEAST.bytes()) {
            // The program and its libraries, which the analysis' JVM maps too, are in both counts.
            left = Math.min(LEAST.bytes(), left + self.residentFileBytes());
        }
        if (left < LEAST.bytes()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The sidecar's memory limit is too small for an analysis",
                    "Of %s, %s are the sidecar's, %s would be the analysis' JVM and %s are a margin: %s for its tables, of which it needs %s at least."
                            .formatted(
                                    new ByteSize(limit),
                                    new ByteSize(ours),
                                    ChildJvm.JVM_BYTES,
                                    new ByteSize(margin),
                                    left < 0 ? "nothing" : new ByteSize(left),
                                    LEAST),
                    "give the sidecar's container more memory: resources: limits: {memory:"
                            + " 256Mi} (docker run --memory 256m; ECS: \"memory\": 256);"
                            + " or download the dump and run heapsight analyze elsewhere");
        }
        return new ByteSize(left);
    }

    /**
     * What an analysis in this process may take where nobody said: half of what the machine has
     * available, in a container three quarters of what its limit leaves. The rest is for pages of
     * the dump, which is read several times. Only what the dump needs of it is taken.
     */
    public static ByteSize usual(ProcFs own) {
        long room = AvailableMemory.machineBytes(own) / 2;
        Optional<MemoryReading> container = ownContainer(own);
        if (container.isPresent()) {
            long left = AvailableMemory.leftBytes(container.get()) - JVM_GROWTH.bytes();
            room = Math.min(room, left - left / CACHE_SHARE);
        }
        return new ByteSize(Math.max(LEAST.bytes(), room));
    }

    /** The limit of the container that this process is in; one that can't be read is none. */
    private static OptionalLong ownLimit(ProcFs own) {
        return ownContainer(own).map(MemoryReading::limitBytes).orElse(OptionalLong.empty());
    }

    /** The memory of the container that this process is in, where it can be read. */
    static Optional<MemoryReading> ownContainer(ProcFs own) {
        int self = (int) ProcessHandle.current().pid();
        try {
            Optional<Cgroup> group = Cgroup.find(own, self).toOptional();
            return group.isEmpty() ? Optional.empty() : Optional.of(group.get().readMemory());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static ProcessStatus self(ProcFs own) {
        try {
            return own.self();
        } catch (IOException e) {
            throw new IllegalStateException("our own process is not in /proc", e);
        }
    }
}
