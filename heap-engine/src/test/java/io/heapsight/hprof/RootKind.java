/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/** The kinds of roots that a {@link DumpBuilder} writes, with the data after the identifier. */
public enum RootKind {
    UNKNOWN(0xFF, Tail.NOTHING),
    JNI_GLOBAL(0x01, Tail.REFERENCE),
    JNI_LOCAL(0x02, Tail.THREAD_AND_FRAME),
    JAVA_FRAME(0x03, Tail.THREAD_AND_FRAME),
    NATIVE_STACK(0x04, Tail.THREAD),
    STICKY_CLASS(0x05, Tail.NOTHING),
    THREAD_BLOCK(0x06, Tail.THREAD),
    MONITOR_USED(0x07, Tail.NOTHING),
    THREAD_OBJECT(0x08, Tail.THREAD_AND_FRAME),
    ANDROID_INTERNED_STRING(0x89, Tail.NOTHING),
    ANDROID_FINALIZING(0x8A, Tail.NOTHING),
    ANDROID_DEBUGGER(0x8B, Tail.NOTHING),
    ANDROID_REFERENCE_CLEANUP(0x8C, Tail.NOTHING),
    ANDROID_VM_INTERNAL(0x8D, Tail.NOTHING),
    ANDROID_JNI_MONITOR(0x8E, Tail.THREAD_AND_FRAME);

    private enum Tail {
        NOTHING,
        REFERENCE,
        THREAD,
        THREAD_AND_FRAME
    }

    private final int tag;
    private final Tail tail;

    RootKind(int tag, Tail tail) {
        this.tag = tag;
        this.tail = tail;
    }

    /** Whether the root is a local of a thread. */
    public boolean isLocal() {
        return switch (this) {
            case JNI_LOCAL, JAVA_FRAME, NATIVE_STACK, THREAD_BLOCK -> true;
            default -> false;
        };
    }

    byte[] record(int idBytes, long address, int thread, int frame) {
        BigEndianBytes bytes = new BigEndianBytes(idBytes).u1(tag).id(address);
        switch (tail) {
            case NOTHING -> {}
            case REFERENCE -> bytes.id(address + 0x1000);
            case THREAD -> bytes.u4(thread);
            case THREAD_AND_FRAME -> bytes.u4(thread).u4(frame);
        }
        return bytes.toByteArray();
    }
}
