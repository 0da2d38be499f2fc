/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.hprof.StackTraces;
import java.util.List;

/** Finds the program's frames of a stack next to others, in one pass over the stack. */
final class ProgramFrames {
    private final List<StackTraces.Frame> frames;
    private int[] callers = {};

    /**
     * @param frames the innermost first
     */
    ProgramFrames(List<StackTraces.Frame> frames) {
        this.frames = frames;
    }

    /** The method nearest to a frame: ", called by X", else ", which calls X"; empty for none. */
    String near(int number) {
        if (callers.length == 0) {
            callers = callers();
        }
        if (callers[number] >= 0) {
            return ", called by " + StackFrameText.of(frames.get(callers[number]));
        }
        int called = number;
        while (called >= 0 && !isProgram(frames.get(called))) {
            called--;
        }
        return called < 0 ? "" : ", which calls " + StackFrameText.of(frames.get(called));
    }

    /** The index of the next program's frame after each frame; -1 for none. */
    private int[] callers() {
        int[] next = new int[frames.size()];
        int found = -1;
        for (int i = frames.size() - 1; i >= 0; i--) {
            next[i] = found;
            found = isProgram(frames.get(i)) ? i : found;
        }
        return next;
    }

    private static boolean isProgram(StackTraces.Frame frame) {
        return !CodeOrigin.isJdk(frame.className()) && !frame.className().contains("$$Lambda");
    }
}
