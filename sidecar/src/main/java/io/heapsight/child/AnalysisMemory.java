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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Computes the memory for the tables of an analysis. This is the configured size, or the sidecar's
 * own limit minus the memory of the sidecar, the child's JVM and a margin.
 *
 * @param own processes of the sidecar's namespace, including this one
 * @param configured the configured size; if empty, the size is computed
 * @param limitBytes of the sidecar's own container; empty without a limit
 */
public record AnalysisMemory(
        ProcFs own, Optional<ByteSize> configured, Supplier<OptionalLong> limitBytes) {
    private static final ByteSize WITHOUT_LIMIT = ByteSize.parse("512m");
    private static final ByteSize LEAST = ByteSize.parse("8m");

    /** The memory of an analysis JVM after its start: Java heap and compiled code. */
    private static final ByteSize JVM_GROWTH = ByteSize.parse("64m");

    /** Share of a limit, as a margin. */
    private static final int MARGIN_SHARE = 16;

    /**
     * Share of the table memory that remains for pages of the dump, which is read several times.
     */
    private static final int CACHE_SHARE = 4;

    /** Uses the limit of this process's container. */
    public static AnalysisMemory of(ProcFs own, Optional<ByteSize> configured) {
        return new AnalysisMemory(own, configured, () -> ownLimit(own));
    }

    /**
     * Computes the size.
     *
     * @throws ProblemException if the limit leaves too little
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
            // Both counts include the program and its libraries, which the JVM of the analysis
            // maps, too.
            left = Math.min(LEAST.bytes(), left + self.residentFileBytes());
        }
        if (left < LEAST.bytes()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The sidecar's memory limit is too small for an analysis",
                    "Of %s, the sidecar uses %s, the JVM of the analysis needs %s, and %s are reserved. That leaves %s for the tables, which need at least %s."
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
     * Returns the flags of a JVM that uses the memory as its Java heap.
     *
     * @throws ProblemException if the limit leaves too little
     */
    public List<String> asJavaHeap(ByteSize least, ByteSize most) throws ProblemException {
        long heap = Math.clamp(available().bytes(), least.bytes(), most.bytes());
        return List.of("-Xmx" + (heap >> 20) + "m", "-XX:TieredStopAtLevel=1");
    }

    /**
     * The default memory of an analysis in this process: half of the machine's available memory. In
     * a container, at most three quarters of the memory that its limit leaves. The rest is for
     * pages of the dump, which is read several times. The analysis uses only as much memory as the
     * dump needs.
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

    /** The memory that this process can use for tables and for pages of files. */
    public static long roomBytes(ProcFs own) {
        long left = ownContainer(own).map(AvailableMemory::leftBytes).orElse(Long.MAX_VALUE);
        return Math.min(AvailableMemory.machineBytes(own), left) - JVM_GROWTH.bytes();
    }

    /** The limit of this process's container; an unreadable limit counts as none. */
    private static OptionalLong ownLimit(ProcFs own) {
        return ownContainer(own).map(MemoryReading::limitBytes).orElse(OptionalLong.empty());
    }

    /** The memory of this process's container, if readable. */
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
            throw new IllegalStateException("the sidecar's own process is not in /proc", e);
        }
    }
}
