/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.cgroup.MemoryReading;
import io.heapsight.proc.MachineMemory;
import io.heapsight.proc.ProcFs;

/** Computes the memory that is available for tables and for pages of files. */
final class AvailableMemory {
    private AvailableMemory() {}

    /** The machine's available memory, including page cache. */
    static long machineBytes(ProcFs own) {
        return MachineMemory.AVAILABLE.bytes(own).orElse(Long.MAX_VALUE);
    }

    /**
     * The memory that a container's limit leaves besides non-reclaimable memory; unlimited without
     * a limit.
     */
    static long leftBytes(MemoryReading memory) {
        long held = memory.parts().anonBytes().orElse(memory.workingSetBytes());
        return memory.limitBytes().isPresent()
                ? memory.limitBytes().getAsLong() - held
                : Long.MAX_VALUE;
    }
}
