/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.cgroup.Cgroup;
import io.heapsight.cgroup.MemoryReading;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * Detects memory file systems, such as a tmpfs or an emptyDir with {@code medium: Memory}. Their
 * files count towards the memory of the writing container, which is the target's: a file that does
 * not fit causes an OOM kill.
 */
public final class TmpfsCheck {
    private static final Set<String> TYPES = Set.of("tmpfs", "ramfs");

    private TmpfsCheck() {}

    /**
     * Finds a reason against writing a file there.
     *
     * @param mounts of the folder's process
     * @param process a pid or "self": the namespace of the folder
     */
    public static Optional<String> refusal(
            TargetConnection target, ProcFs mounts, String process, String folder, long needed) {
        try {
            if (!TYPES.contains(mounts.fileSystemType(process, folder))) {
                return Optional.empty();
            }
            Optional<Cgroup> group = Cgroup.find(target.procFs(), target.jvm().pid()).toOptional();
            if (group.isEmpty()) {
                return Optional.empty();
            }
            MemoryReading memory = group.get().readMemory();
            if (memory.limitBytes().isEmpty()) {
                return Optional.empty();
            }
            long left = memory.limitBytes().getAsLong() - memory.workingSetBytes();
            return left >= needed
                    ? Optional.empty()
                    : Optional.of(
                            "is memory that counts towards the target's container, which has %s of its %s left"
                                    .formatted(
                                            new ByteSize(Math.max(0, left)),
                                            new ByteSize(memory.limitBytes().getAsLong())));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
