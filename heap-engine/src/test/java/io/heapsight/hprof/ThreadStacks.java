/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The stacks of the threads that a {@link DumpBuilder} writes, and all names of the dump. */
final class ThreadStacks {
    private static final long FIRST_NAME = 0x1_0000;

    private final List<List<StackTraces.Frame>> stacks = new ArrayList<>();
    private final Map<String, Long> names = new LinkedHashMap<>();

    /** Adds a thread's stack; returns its serial number, which is also that of its trace. */
    int add(List<StackTraces.Frame> frames) {
        stacks.add(frames);
        return stacks.size();
    }

    List<List<StackTraces.Frame>> stacks() {
        return stacks;
    }

    /** The identifier of a name. */
    long name(String text) {
        return names.computeIfAbsent(text, _ -> FIRST_NAME + 16L * names.size());
    }

    Map<String, Long> names() {
        return names;
    }
}
