/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Resolves paths in another mount namespace. An absolute symbolic link below {@code /proc/PID/root}
 * would lead into the sidecar's file system. This class follows each link as the process itself
 * does, and ".." never leaves the process's root.
 */
public final class RootedPath {
    private static final int MAX_LINKS = 40;

    private RootedPath() {}

    /**
     * Resolves all links of a path below {@code root}; parts that don't exist remain unchanged.
     *
     * @param root such as {@code /proc/7/root}
     * @param path absolute, as seen by the process
     * @throws IOException if links form a loop
     */
    public static Path resolve(FileAccess files, Path root, String path) throws IOException {
        Deque<String> rest = new ArrayDeque<>();
        push(rest, path);
        Deque<String> done = new ArrayDeque<>();
        int links = 0;
        while (!rest.isEmpty()) {
            String part = rest.pop();
            if (part.isEmpty() || part.equals(".")) {
                continue;
            }
            if (part.equals("..")) {
                done.pollLast();
                continue;
            }
            done.addLast(part);
            String target = linkAt(files, below(root, done));
            if (target.isEmpty()) {
                continue;
            }
            if (++links > MAX_LINKS) {
                throw new IOException("too many symbolic links: " + path);
            }
            done.removeLast();
            if (target.startsWith("/")) {
                done.clear();
            }
            push(rest, target);
        }
        return below(root, done);
    }

    private static void push(Deque<String> rest, String path) {
        String[] parts = path.split("/");
        for (int i = parts.length - 1; i >= 0; i--) {
            rest.push(parts[i]);
        }
    }

    private static Path below(Path root, Deque<String> parts) {
        return root.resolve(String.join("/", parts));
    }

    private static String linkAt(FileAccess files, Path path) {
        try {
            return files.status(path).isSymbolicLink() ? files.readLink(path) : "";
        } catch (IOException _) {
            return ""; // does not exist: opening it fails with that reason
        }
    }
}
