/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.hprof.SubRecord;

/** Names the kinds of GC roots. */
public final class RootKindNames {
    private RootKindNames() {}

    /** The name of a kind, by a root's tag. */
    public static String text(int tag) {
        return switch (tag) {
            case SubRecord.ROOT_JNI_GLOBAL -> "JNI global";
            case SubRecord.ROOT_JNI_LOCAL -> "JNI local";
            case SubRecord.ROOT_JAVA_FRAME -> "local variable";
            case SubRecord.ROOT_NATIVE_STACK -> "native stack";
            case SubRecord.ROOT_STICKY_CLASS -> "system class";
            case SubRecord.ROOT_THREAD_BLOCK -> "thread block";
            case SubRecord.ROOT_MONITOR_USED -> "busy monitor";
            case SubRecord.ROOT_THREAD_OBJECT -> "thread";
            default -> "root of unknown kind";
        };
    }
}
