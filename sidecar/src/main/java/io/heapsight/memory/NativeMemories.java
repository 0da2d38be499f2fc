/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What each target last said of its native memory. Thread-safe. */
public final class NativeMemories {
    private final Map<Integer, NativeMemory> last = new ConcurrentHashMap<>();

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
