/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Stores the first and the last native memory report of each target. Thread-safe. */
public final class NativeMemoryCache {
    private static final JcmdCommand COMMAND = JcmdCommand.of("VM.native_memory", "summary");

    private final InstantSource clock;
    private final Map<Integer, NativeMemory> last = new ConcurrentHashMap<>();
    private final Map<Integer, FirstReport> first = new ConcurrentHashMap<>();

    /**
     * The first report of a target.
     *
     * @param startTicks of its process: a later one may have its pid
     */
    private record FirstReport(long startTicks, Instant at, NativeMemory memory) {}

    public NativeMemoryCache(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Queries a target, and stores its report; Missing if native memory tracking is off.
     *
     * @param timeout from now
     */
    Reading<NativeMemory> ask(TargetConnection target, Duration timeout, CancelSignal cancel)
            throws ProblemException {
        Reading<NativeMemory> read = NativeMemory.parse(target.jcmd(COMMAND, timeout, cancel));
        read.toOptional().ifPresent(memory -> keep(target.jvm(), memory));
        return read;
    }

    private void keep(TargetJvm jvm, NativeMemory memory) {
        keep(jvm.pid(), memory);
        FirstReport now = new FirstReport(jvm.startTicks(), clock.instant(), memory);
        first.merge(jvm.pid(), now, (old, _) -> old.startTicks() == now.startTicks() ? old : now);
    }

    /** The growth from the first report of a target to the last one, if there are two. */
    Optional<NativeGrowth> growth(TargetJvm jvm) {
        FirstReport begin = first.get(jvm.pid());
        NativeMemory end = last.get(jvm.pid());
        return begin == null
                        || end == null
                        || begin.startTicks() != jvm.startTicks()
                        || begin.memory().equals(end)
                ? Optional.empty()
                : Optional.of(NativeGrowth.between(begin.at(), begin.memory(), end));
    }

    public void keep(int pid, NativeMemory memory) {
        last.put(pid, memory);
    }

    public Optional<NativeMemory> of(int pid) {
        return Optional.ofNullable(last.get(pid));
    }

    /** Deletes the reports of an ended target. */
    public void forget(int pid) {
        first.remove(pid);
        last.remove(pid);
    }
}
