/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.unit.VisibleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import one.convert.Frame;

/**
 * Reads and writes collapsed stacks, the text format of most flame graph tools. Each line has one
 * stack: frames from the outermost to the innermost, separated by semicolons, a blank, and the
 * weight.
 */
public final class CollapsedStacks {
    private static final int LONGEST_LINE = 1024 * 1024;

    private CollapsedStacks() {}

    static void write(SampledProfile profile, Writer out) throws IOException {
        List<SampledStack> stacks = new ArrayList<>(profile.stacks());
        stacks.sort(
                Comparator.comparingLong(SampledStack::weight)
                        .reversed()
                        .thenComparing(stack -> String.join(";", stack.frames())));
        for (SampledStack stack : stacks) {
            out.write(String.join(";", stack.frames()));
            out.write(" " + stack.weight() + "\n");
        }
    }

    /** Reads a profile. It has one block, because the format contains no times. */
    static SampledProfile read(BufferedReader in, ProfileEvent event) throws IOException {
        List<SampledStack> stacks = new ArrayList<>();
        int number = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            if (!line.isBlank()) {
                stacks.add(stack(line, number));
            }
        }
        return new SampledProfile(event, "", 0, 1, stacks);
    }

    private static SampledStack stack(String line, int number) throws IOException {
        int blank = line.lastIndexOf(' ');
        String weight = line.substring(blank + 1);
        if (blank <= 0 || line.length() > LONGEST_LINE || !weight.matches("\\d{1,18}")) {
            throw new IOException(
                    "line %d is not \"frame;frame;frame WEIGHT\": %s"
                            .formatted(number, VisibleText.of(line, 80)));
        }
        List<String> frames = new ArrayList<>();
        String names = VisibleText.of(line.substring(0, blank)).replace("</", "< /");
        for (String each : names.split(";", -1)) {
            frames.add(withoutKind(each).replace('/', '.'));
        }
        byte[] kinds = new byte[frames.size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = frames.get(i).indexOf('.') > 0 ? Frame.TYPE_JIT_COMPILED : Frame.TYPE_NATIVE;
        }
        long count = Long.parseLong(weight);
        return new SampledStack(
                List.copyOf(frames), kinds, new long[] {count}, count, (double) count);
    }

    /** Removes the mark of the compiler that async-profiler appends. */
    private static String withoutKind(String frame) {
        return frame.matches(".*_\\[[0-9a-z]]") ? frame.substring(0, frame.length() - 4) : frame;
    }
}
