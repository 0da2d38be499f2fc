/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import one.convert.Frame;

/** Sums the memory in a profile by the program's method that allocated it. */
final class CallSites {
    /** Packages of the JDK, and the classes that it generates. */
    private static final Pattern JDK =
            Pattern.compile("(?:java|javax|jdk|sun|com\\.sun)\\..*|.*\\$\\$InjectedInvoker.*");

    /** Frames of the profiler and of the allocator, which are in every stack. */
    private static final Pattern ALLOCATOR =
            Pattern.compile(
                    "(?:malloc|calloc|realloc|posix_memalign|aligned_alloc)(?:_hook)?"
                            + "|os::(?:malloc|realloc)|AllocateHeap|ReallocateHeap");

    private record Key(String method, String via) {}

    private CallSites() {}

    /** Finds the sites with most memory, largest first. */
    static List<CallSite> of(SampledProfile profile, int most) {
        boolean endsWithClass = profile.event() != ProfileEvent.NATIVEMEM;
        Map<Key, long[]> sums = new HashMap<>();
        for (SampledStack stack : profile.stacks()) {
            if (!stack.frames().isEmpty()) {
                long[] sum = sums.computeIfAbsent(key(stack, endsWithClass), _ -> new long[2]);
                sum[0] += stack.weight();
                sum[1] += stack.samples();
            }
        }
        List<CallSite> sites = new ArrayList<>();
        sums.forEach((key, sum) -> sites.add(new CallSite(key.method, key.via, sum[0], sum[1])));
        sites.sort(
                Comparator.comparingLong(CallSite::bytes)
                        .reversed()
                        .thenComparing(CallSite::method)
                        .thenComparing(CallSite::via));
        return List.copyOf(sites.subList(0, Math.min(most, sites.size())));
    }

    private static Key key(SampledStack stack, boolean endsWithClass) {
        List<String> frames = stack.frames();
        int last = endsWithClass ? frames.size() - 2 : frames.size() - 1;
        int java = -1;
        for (int i = last; i >= 0; i--) {
            if (isJava(stack.kinds()[i])) {
                java = java < 0 ? i : java;
                if (!JDK.matcher(frames.get(i)).matches()) {
                    return new Key(frames.get(i), via(frames, i, java, endsWithClass));
                }
            }
        }
        int site = java < 0 ? innermost(frames, last) : java;
        return new Key(frames.get(site), via(frames, site, site, endsWithClass));
    }

    /** Returns the allocated class, or else the innermost Java frame, or else the site's callee. */
    private static String via(List<String> frames, int site, int java, boolean endsWithClass) {
        if (endsWithClass) {
            return frames.getLast();
        }
        if (java > site) {
            return frames.get(java);
        }
        return site + 1 < frames.size() ? frames.get(site + 1) : "";
    }

    /** Returns the innermost native frame that is not the allocator's. */
    private static int innermost(List<String> frames, int last) {
        for (int i = last; i > 0; i--) {
            if (!ALLOCATOR.matcher(frames.get(i)).matches()) {
                return i;
            }
        }
        return 0;
    }

    private static boolean isJava(byte kind) {
        return switch (kind) {
            case Frame.TYPE_INTERPRETED,
                    Frame.TYPE_JIT_COMPILED,
                    Frame.TYPE_INLINED,
                    Frame.TYPE_C1_COMPILED ->
                    true;
            default -> false;
        };
    }
}
