/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * The stack of a thread with the objects that it refers to.
 *
 * @param frames the topmost first; all that have locals here, and of the others those on top
 * @param totalFrames how many there are
 */
public record ThreadStack(ThreadFigures of, List<Frame> frames, long totalFrames) {
    /**
     * A frame.
     *
     * @param text "com.acme.Shop.sell(Shop.java:17)", or what else of the thread holds the objects
     * @param locals those that retain most first, each with what makes it a local: "local
     *     variable", "JNI local"
     */
    public record Frame(String text, List<ObjectRow> locals) {}

    /** How many locals the frames have here: those of the thread that retain most. */
    public long shownLocals() {
        return frames.stream().mapToLong(frame -> frame.locals().size()).sum();
    }
}
