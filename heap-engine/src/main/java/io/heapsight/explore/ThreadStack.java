/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * The stack of a thread with the objects to which it refers.
 *
 * @param frames the topmost first: all frames with listed locals, and the topmost others
 * @param totalFrames number of frames
 */
public record ThreadStack(ThreadList.Row of, List<Frame> frames, long totalFrames) {
    /**
     * A stack frame.
     *
     * @param text "com.acme.Shop.sell(Shop.java:17)", or another part of the thread that holds the
     *     objects
     * @param locals ranked by retained bytes, each with its kind: "local variable", "JNI local"
     */
    public record Frame(String text, List<ObjectRow> locals) {}

    /**
     * Returns the number of locals in these frames, which are the thread's locals that retain most.
     */
    public long shownLocals() {
        return frames.stream().mapToLong(frame -> frame.locals().size()).sum();
    }
}
