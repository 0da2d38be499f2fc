/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.FileAccess;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a GC log. The JVM replaces %p by its pid, %t by its start time and %hn by its host's
 * name. JDK 8 appends the number of a rotated file.
 *
 * @param absolute path in the target
 * @param isNumbered whether the current file ends in a number and ".current"
 * @param nsPid the target's pid in its own namespace
 */
record GcLogName(String absolute, boolean isNumbered, int nsPid) {
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d";

    /** Maximum number of matching files, more than any rotation keeps. */
    private static final int MOST_FILES = 200;

    /** Finds the current file of a target's log, as seen by the sidecar. */
    static Path locate(TargetJvm jvm, ProcFs procFs, GcLogOption log) throws IOException {
        String absolute =
                log.path().startsWith("/") ? log.path() : procFs.cwd(jvm.pid()) + "/" + log.path();
        GcLogName name = new GcLogName(absolute, log.isNumbered(), jvm.nsPid());
        Path folder = RootedPath.resolve(procFs.files(), procFs.rootOf(jvm.pid()), name.folder());
        String within = name.folder() + "/" + name.newest(procFs.files(), folder);
        return RootedPath.resolve(procFs.files(), procFs.rootOf(jvm.pid()), within);
    }

    String folder() {
        String folder = absolute.substring(0, Math.max(1, absolute.lastIndexOf('/')));
        return folder.replace("%p", Integer.toString(nsPid));
    }

    /** Finds the current file; with several JVMs, that of the last one started. */
    String newest(FileAccess files, Path folder) throws IOException {
        String name = absolute.substring(absolute.lastIndexOf('/') + 1);
        if (!isNumbered && !name.contains("%")) {
            return name;
        }
        Pattern pattern = Pattern.compile(pattern(name));
        return files.list(folder).stream()
                .filter(each -> pattern.matcher(each).matches())
                .max(Comparator.naturalOrder())
                .orElseThrow(() -> new IOException("no file with that name"));
    }

    private String pattern(String name) {
        String pattern =
                Pattern.quote(name)
                        .replace("%p", "\\E(?:pid)?" + nsPid + "\\Q")
                        .replace("%t", "\\E" + TIME + "\\Q")
                        .replace("%hn", "\\E[^/]*\\Q");
        return isNumbered ? pattern + "\\.\\d+\\.current" : pattern;
    }

    /** Finds the new name of a file that a rotation renamed, by its inode. */
    static Optional<Path> withInode(FileAccess files, Path file, long inode) throws IOException {
        Path folder = file.getParent();
        Path name = file.getFileName();
        if (folder == null || name == null) {
            return Optional.empty();
        }
        String base = name.toString().replaceFirst("\\.\\d+\\.current$", "");
        return files.list(folder).stream()
                .filter(each -> each.startsWith(base))
                .limit(MOST_FILES)
                .map(folder::resolve)
                .filter(each -> hasInode(files, each, inode))
                .findFirst();
    }

    private static boolean hasInode(FileAccess files, Path file, long inode) {
        try {
            var status = files.status(file);
            return status.isRegular() && status.inode() == inode;
        } catch (IOException _) {
            return false; // rotated again
        }
    }
}
