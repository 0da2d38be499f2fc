/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Stores the last native memory report of each target. Thread-safe. */
public final class NativeMemoryCache {
    private static final JcmdCommand COMMAND = JcmdCommand.of("VM.native_memory", "summary");

    private final Map<Integer, NativeMemory> last = new ConcurrentHashMap<>();

    /**
     * Queries a target, and stores its report; Missing if native memory tracking is off.
     *
     * @param timeout from now
     */
    Reading<NativeMemory> ask(TargetConnection target, Duration timeout, CancelSignal cancel)
            throws ProblemException {
        Reading<NativeMemory> read = NativeMemory.parse(target.jcmd(COMMAND, timeout, cancel));
        read.toOptional().ifPresent(memory -> keep(target.jvm().pid(), memory));
        return read;
    }

    public void keep(int pid, NativeMemory memory) {
        last.put(pid, memory);
    }

    public Optional<NativeMemory> of(int pid) {
        return Optional.ofNullable(last.get(pid));
    }

    /** Deletes the report of an ended target. */
    public void forget(int pid) {
        last.remove(pid);
    }
}
