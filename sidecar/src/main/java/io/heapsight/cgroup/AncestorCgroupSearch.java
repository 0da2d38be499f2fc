/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import io.heapsight.proc.Mount;
import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds a version 2 cgroup of a process in the sidecar's own mounts. With a private cgroup
 * namespace, the process only has its own group mounted. If the sidecar has the whole hierarchy
 * mounted, such as the node's {@code /sys/fs/cgroup}, the groups above are visible, too. Two groups
 * are the same if their directories have the same inode.
 *
 * <p>In a container with a private cgroup namespace, a mount of the whole hierarchy has a root such
 * as {@code /../../..}. The root shows the number of groups above the sidecar's, but not their
 * names. So this class searches at most {@value #MOST_DIRECTORIES} directories for the names.
 */
final class AncestorCgroupSearch {
    private static final int MOST_DIRECTORIES = 4000;
    private static final String UP = "..";

    /** Prefixes of kernel files, which the search skips. */
    private static final Set<String> FILES =
            Set.of(
                    "cgroup", "cpu", "cpuset", "dmem", "hugetlb", "io", "irq", "memory", "misc",
                    "pids", "rdma");

    private final FileAccess files;
    private final List<Mount> mounts;
    private int directories;

    AncestorCgroupSearch(ProcFs procFs) {
        files = procFs.files();
        List<Mount> own = List.of();
        try {
            own = procFs.mounts("self");
        } catch (IOException _) {
            // Only the mounts of the process are available.
        }
        mounts = own.stream().filter(mount -> mount.type().equals("cgroup2")).toList();
    }

    /**
     * Returns the same group with more visible groups above it, if a mount of the sidecar contains
     * it.
     *
     * @param path of the process's group, in the sidecar's cgroup namespace
     * @param seen the group, or one above it, in the process's mounts
     */
    CgroupDirectory widest(String path, CgroupDirectory seen) {
        CgroupDirectory widest = seen;
        try {
            long inode = files.status(seen.folder()).inode();
            for (Mount mount : mounts) {
                Optional<CgroupDirectory> found = in(mount, path, inode);
                if (found.isPresent() && depth(found.get()) > depth(widest)) {
                    widest = found.get();
                }
            }
        } catch (IOException _) {
            return widest; // gone
        }
        return widest;
    }

    private static int depth(CgroupDirectory group) {
        return group.folder().getNameCount() - group.mount().getNameCount();
    }

    private Optional<CgroupDirectory> in(Mount mount, String path, long inode) {
        Path point = Path.of(mount.point());
        List<String> root = names(mount.root());
        List<String> names = names(path);
        int up = Collections.frequency(root, UP);
        if (up < root.size()) {
            return names.size() >= root.size() && names.subList(0, root.size()).equals(root)
                    ? below(point, point, names.subList(root.size(), names.size()), inode)
                    : Optional.empty();
        }
        int upToGroup = Collections.frequency(names, UP);
        List<String> rest = names.subList(upToGroup, names.size());
        return upToGroup <= up && !rest.contains(UP)
                ? searched(point, up - upToGroup, rest, inode)
                : Optional.empty();
    }

    private static List<String> names(String path) {
        Path parts = Path.of(path);
        return IntStream.range(0, parts.getNameCount())
                .mapToObj(i -> parts.getName(i).toString())
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Searches this many levels below a mount for the first folder of a path. */
    private Optional<CgroupDirectory> searched(
            Path point, int levels, List<String> rest, long inode) {
        List<Path> level = List.of(point);
        for (int i = 0; i < levels; i++) {
            List<Path> next = new ArrayList<>();
            for (Path folder : level) {
                next.addAll(folders(folder));
            }
            level = next;
        }
        return level.stream()
                .flatMap(folder -> below(point, folder, rest, inode).stream())
                .findFirst();
    }

    private List<Path> folders(Path folder) {
        List<Path> folders = new ArrayList<>();
        try {
            for (String name : files.list(folder)) {
                int dot = name.indexOf('.');
                boolean isFile = dot > 0 && FILES.contains(name.substring(0, dot));
                if (!isFile && directories < MOST_DIRECTORIES) {
                    Path each = folder.resolve(name);
                    directories++;
                    if (files.status(each).isDirectory()) {
                        folders.add(each);
                    }
                }
            }
        } catch (IOException _) {
            return folders; // removed in the meantime
        }
        return folders;
    }

    /** Finds the folder of a path, or the one above it, with this inode. */
    private Optional<CgroupDirectory> below(
            Path point, Path folder, List<String> names, long inode) {
        Path at = folder;
        for (String name : names) {
            at = at.resolve(name);
        }
        for (Path each = at; each != null && each.startsWith(folder); each = each.getParent()) {
            try {
                if (files.status(each).inode() == inode) {
                    return Optional.of(new CgroupDirectory(files, point, each));
                }
            } catch (IOException _) {
                return Optional.empty(); // does not exist
            }
        }
        return Optional.empty();
    }
}
