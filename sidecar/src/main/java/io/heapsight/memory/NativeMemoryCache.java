/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps what each target last reported about its native memory. Thread-safe. */
public final class NativeMemoryCache {
    private static final JcmdCommand COMMAND = JcmdCommand.of("VM.native_memory", "summary");

    private final Map<Integer, NativeMemory> last = new ConcurrentHashMap<>();

    /**
     * Asks a target, and keeps what it says; Missing when it keeps no count.
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

    /** A target that is gone. */
    public void forget(int pid) {
        last.remove(pid);
    }
}
