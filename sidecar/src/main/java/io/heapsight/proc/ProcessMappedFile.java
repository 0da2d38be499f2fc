/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file that a process has mapped, from {@code /proc/PID/maps}; several mappings of one file count
 * as one.
 *
 * @param path in the mount namespace of the process; newlines are octal escapes
 * @param inode in the kernel's view; stat on an overlay file system may return another
 * @param deleted whether the file was unlinked
 */
public record ProcessMappedFile(String path, long inode, boolean deleted) {
    private static final String DELETED = " (deleted)";

    /**
     * Parses "start-end perms offset dev inode path" lines; lines without an absolute path are
     * skipped.
     */
    public static List<ProcessMappedFile> parse(String maps) {
        Map<String, ProcessMappedFile> files = new LinkedHashMap<>();
        for (String line : (Iterable<String>) maps.lines()::iterator) {
            int slash = line.indexOf('/');
            if (slash < 0 || files.containsKey(line.substring(slash))) {
                continue;
            }
            String path = line.substring(slash);
            String[] words = line.substring(0, slash).trim().split(" +");
            if (words.length != 5 || !words[4].matches("\\d{1,18}")) {
                continue;
            }
            boolean deleted = path.endsWith(DELETED);
            String plain = deleted ? path.substring(0, path.length() - DELETED.length()) : path;
            files.put(path, new ProcessMappedFile(plain, Long.parseLong(words[4]), deleted));
        }
        return new ArrayList<>(files.values());
    }

    /** The last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
