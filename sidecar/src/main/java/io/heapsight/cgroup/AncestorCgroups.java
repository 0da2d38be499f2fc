/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The known properties of the groups above a process's group, such as those of a pod or slice.
 * Their limits also apply.
 *
 * @param areHidden whether some are not visible
 * @param memory the tightest memory limit or {@code memory.high}, if it is set on a group above
 * @param cpu the same for the CPU limit
 */
public record AncestorCgroups(boolean areHidden, Optional<String> memory, Optional<String> cpu) {
    /** No group has a limit. */
    static final AncestorCgroups NONE =
            new AncestorCgroups(false, Optional.empty(), Optional.empty());

    private static final String REMEDY =
            "mount the node's /sys/fs/cgroup read-only into the sidecar, at any path (Kubernetes:"
                    + " hostPath; docker run -v /sys/fs/cgroup:/host/sys/fs/cgroup:ro), or set"
                    + " HEAPSIGHT_POD_MEMORY_LIMIT";

    private static final String HIDDEN =
            "control groups above the container's are not visible: a tighter limit there, such as"
                    + " that of a pod or slice, is unknown";

    static AncestorCgroups of(CgroupDirectory group, MemoryLimit memory, CpuQuota cpu) {
        List<CgroupDirectory> chain = group.chain();
        // The root lacks this file.
        boolean areHidden = !chain.getLast().textIfAny("cgroup.type").isEmpty();
        return new AncestorCgroups(
                areHidden,
                above(group, memory.group())
                        .map(
                                name ->
                                        "%s of %s"
                                                .formatted(
                                                        new ByteSize(memory.bytes().orElse(0)),
                                                        name)),
                above(group, cpu.group())
                        .map(name -> "%s CPUs of %s".formatted(cpu.cores().orElse(0), name)));
    }

    private static Optional<String> above(CgroupDirectory group, CgroupDirectory limited) {
        return group.folder().startsWith(limited.folder())
                        && !group.folder().equals(limited.folder())
                ? Optional.of("/" + limited.mount().relativize(limited.folder()))
                : Optional.empty();
    }

    /**
     * Describes the limits of the groups above, in sentences without a full stop; empty if only the
     * container's own limits apply.
     */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        memory.ifPresent(
                limit ->
                        sentences.add(
                                "the tightest memory limit is that of a control group above the"
                                        + " container's: "
                                        + limit));
        cpu.ifPresent(
                limit ->
                        sentences.add(
                                "the tightest CPU limit is that of a control group above the"
                                        + " container's: "
                                        + limit));
        if (areHidden) {
            sentences.add(HIDDEN + "; to see them, " + REMEDY);
        }
        return List.copyOf(sentences);
    }
}
