/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.jvm.TargetJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The path of a JVM's heap dump at an OutOfMemoryError. {@code -XX:HeapDumpPath} is an existing
 * folder, or else the file. Without it, the file has the default name in the working directory. The
 * JVM overwrites no file, and creates no folder.
 *
 * @param named by {@code -XX:HeapDumpPath}, with {@code %p} expanded as by later JDKs
 * @param usualName {@code java_pid7.hprof}
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/share/services/heapDumper.cpp">HeapDumper::dump_heap</a>
 */
record OutOfMemoryDumpPath(List<String> named, String usualName) {
    /** Returns the path; empty if the JVM writes no dump. */
    static Optional<OutOfMemoryDumpPath> of(TargetJvm jvm) {
        if (jvm.flags().switchedOn("HeapDumpOnOutOfMemoryError").isEmpty()) {
            return Optional.empty();
        }
        String pid = Integer.toString(jvm.nsPid());
        List<String> named = new ArrayList<>();
        jvm.flags()
                .value("-XX:HeapDumpPath=")
                .filter(path -> !path.isEmpty())
                .ifPresent(
                        path -> {
                            named.add(path);
                            if (path.contains("%p")) {
                                named.add(path.replace("%p", pid));
                            }
                        });
        boolean compressed = !jvm.flags().value("-XX:HeapDumpGzipLevel=").orElse("0").equals("0");
        return Optional.of(
                new OutOfMemoryDumpPath(
                        named, "java_pid" + pid + (compressed ? ".hprof.gz" : ".hprof")));
    }

    /** Returns the path for messages. */
    String text() {
        return named.isEmpty() ? usualName + " in its working directory" : named.getLast();
    }
}
