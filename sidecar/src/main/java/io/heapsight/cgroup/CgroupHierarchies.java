/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.Mount;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the cgroup hierarchies of a process at their mount points in the process. The paths of its
 * groups and the roots of the mounts are both relative to the sidecar's cgroup namespace. So their
 * difference is the path from the mount to the group.
 */
final class CgroupHierarchies {
    private final ProcFs procFs;
    private final int pid;
    private final List<String> groups;
    private final List<Mount> mounts;

    CgroupHierarchies(ProcFs procFs, int pid) throws IOException {
        this.procFs = procFs;
        this.pid = pid;
        this.groups = procFs.cgroups(pid);
        this.mounts = procFs.mounts(Integer.toString(pid));
    }

    /** Finds the group: of version 1 if that has the memory controller, else of version 2. */
    Reading<Cgroup> group() throws IOException {
        Optional<String> memory = pathOf("memory");
        if (memory.isPresent()) {
            return nearest("memory", memory.get(), CgroupV1.MEMORY_FILE)
                    .map(group -> new CgroupV1(group, cpu()));
        }
        Optional<String> unified = pathOf("");
        if (unified.isPresent()) {
            String path = unified.get();
            AncestorCgroupSearch wider = new AncestorCgroupSearch(procFs);
            return nearest("", path, CgroupV2.MEMORY_FILE)
                    .map(group -> wider.widest(path, group))
                    .map(
                            group ->
                                    new CgroupV2(
                                            group,
                                            own(path)
                                                    .map(own -> wider.widest(path, own))
                                                    .orElse(group)));
        }
        return Reading.missing("the kernel has no memory controller");
    }

    private Optional<CgroupDirectory> cpu() {
        return groupOf("cpu", CgroupV1.CPU_FILE);
    }

    /**
     * Finds the group of a controller, or the next one above it that contains a file.
     *
     * @param controller "" for version 2
     */
    Optional<CgroupDirectory> groupOf(String controller, String mustHave) {
        return pathOf(controller).flatMap(path -> nearest(controller, path, mustHave).toOptional());
    }

    private Optional<CgroupDirectory> own(String path) {
        return nearest("", path, "cgroup.controllers").toOptional();
    }

    /**
     * Finds the path of a controller's group.
     *
     * @param controller "" for version 2, which has all controllers in one hierarchy
     */
    private Optional<String> pathOf(String controller) {
        for (String line : groups) {
            // 4:memory:/docker/27e1… of version 1, 0::/docker/27e1… of version 2
            String[] parts = line.split(":", 3);
            if (parts.length == 3
                    && Arrays.asList(parts[1].split(",", -1)).contains(controller)
                    && (!controller.isEmpty() || parts[0].equals("0"))) {
                return Optional.of(parts[2]);
            }
        }
        return Optional.empty();
    }

    /** Finds the group at a path, or the next one above it that contains a file. */
    private Reading<CgroupDirectory> nearest(String controller, String path, String mustHave) {
        String problem = "it is not mounted where the process can see it";
        for (Mount mount : mounts) {
            if (!isOf(mount, controller) || !isBelow(path, mount.root())) {
                continue;
            }
            try {
                for (CgroupDirectory group : at(mount, path).chain()) {
                    if (!group.textIfAny(mustHave).isEmpty()) {
                        return Reading.of(group);
                    }
                }
                problem = mount.point() + " shows no " + mustHave;
            } catch (IOException e) {
                problem = IoReason.of(e);
            }
        }
        return Reading.missing("the control group " + path + " can't be read: " + problem);
    }

    private static boolean isOf(Mount mount, String controller) {
        return controller.isEmpty()
                ? mount.type().equals("cgroup2")
                : mount.type().equals("cgroup") && mount.options().contains(controller);
    }

    /**
     * Whether a path is below another one: "/../a" is beside the sidecar's group, not below "/".
     */
    private static boolean isBelow(String path, String root) {
        return Path.of(path).startsWith(root) && !path.substring(root.length()).contains("..");
    }

    private CgroupDirectory at(Mount mount, String path) throws IOException {
        Path point = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), mount.point());
        Path below = Path.of(path);
        int above = Path.of(mount.root()).getNameCount();
        Path folder =
                below.getNameCount() == above
                        ? point
                        : point.resolve(below.subpath(above, below.getNameCount()).toString());
        return new CgroupDirectory(procFs.files(), point, folder);
    }
}
