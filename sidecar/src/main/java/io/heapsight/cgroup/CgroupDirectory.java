/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The directory of a cgroup in one hierarchy, with the kernel's files.
 *
 * @param mount the visible root of the hierarchy
 * @param folder of the group, at or below the mount
 */
record CgroupDirectory(FileAccess files, Path mount, Path folder) {
    private static final int MOST_BYTES = 64 * 1024;

    /** Version 1 shows "no limit" as the largest number of pages; real limits are far below. */
    private static final long UNLIMITED = 1L << 60;

    CgroupDirectory {
        if (!folder.startsWith(mount)) {
            throw new IllegalArgumentException(folder + " is not below " + mount);
        }
    }

    /** Returns the same directory, read with other file access. */
    CgroupDirectory through(FileAccess others) {
        return new CgroupDirectory(others, mount, folder);
    }

    /** The group and its visible ancestors. */
    List<CgroupDirectory> chain() {
        List<CgroupDirectory> chain = new ArrayList<>();
        for (Path at = folder; at != null && at.startsWith(mount); at = at.getParent()) {
            chain.add(new CgroupDirectory(files, mount, at));
        }
        return chain;
    }

    /** The content of a file; kernel files are small. */
    String text(String file) throws IOException {
        byte[] bytes = files.read(folder.resolve(file), 0, MOST_BYTES);
        return new String(bytes, StandardCharsets.US_ASCII).strip();
    }

    /**
     * The content of a file, or "" if it does not exist, because files depend on kernel and group.
     */
    String textIfAny(String file) {
        try {
            return text(file);
        } catch (IOException _) {
            return "";
        }
    }

    /** The number in a required file. */
    long number(String file) throws IOException {
        String text = text(file);
        return parse(text)
                .orElseThrow(() -> new IOException("not a number in " + file + ": " + text));
    }

    /** The number in a file; empty if the file does not exist or shows no limit. */
    OptionalLong numberIfAny(String file) {
        return parse(textIfAny(file));
    }

    /**
     * The number after a name in lines such as "inactive_file 1232896"; empty if the name is
     * missing.
     */
    static OptionalLong figure(String lines, String name) {
        for (int at = 0; at >= 0 && at < lines.length(); at = nextLine(lines, at)) {
            if (lines.startsWith(name, at) && lines.startsWith(" ", at + name.length())) {
                int end = lines.indexOf('\n', at);
                return parse(
                        lines.substring(at + name.length() + 1, end < 0 ? lines.length() : end));
            }
        }
        return OptionalLong.empty();
    }

    private static int nextLine(String lines, int at) {
        int end = lines.indexOf('\n', at);
        return end < 0 ? -1 : end + 1;
    }

    /** Parses a number; empty for "max", "-1" and similar texts. */
    static OptionalLong parse(String text) {
        try {
            long number = Long.parseLong(text.strip());
            return number < 0 || number >= UNLIMITED
                    ? OptionalLong.empty()
                    : OptionalLong.of(number);
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
