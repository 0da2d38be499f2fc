/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.unit.VisibleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods with most weight in a profile, and its totals. In a file, fields are separated by
 * tabs:
 *
 * <pre>
 * EVENT  ENGINE  SAMPLES  WEIGHT
 * SELF  TOTAL  FRAME
 * …
 * </pre>
 *
 * @param engine "" if unknown
 * @param weight of all samples, in the event's unit
 * @param frames largest self weight first
 */
public record ProfileTop(
        ProfileEvent event, String engine, long samples, long weight, List<FrameWeight> frames) {
    /** The number of stored entries. */
    private static final int MOST = 100;

    private static final int MOST_CHARACTERS = 1024;

    /** Computes the methods of a profile. */
    public static ProfileTop of(SampledProfile profile) {
        return new ProfileTop(
                profile.event(),
                profile.engine(),
                profile.samples(),
                profile.weight(),
                new FrameSeries(profile).top(MOST));
    }

    void write(Writer out) throws IOException {
        out.write("%s\t%s\t%d\t%d\n".formatted(event.label(), engine, samples, weight));
        for (FrameWeight each : frames) {
            out.write("%d\t%d\t%s\n".formatted(each.self(), each.total(), each.frame()));
        }
    }

    /**
     * Reads the file format.
     *
     * @throws IOException also if the format is invalid
     */
    public static ProfileTop read(BufferedReader in) throws IOException {
        try {
            String[] head = fields(in.readLine(), 4);
            List<FrameWeight> frames = new ArrayList<>();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] fields = fields(line, 3);
                frames.add(
                        new FrameWeight(
                                fields[2], Long.parseLong(fields[0]), Long.parseLong(fields[1])));
            }
            return new ProfileTop(
                    ProfileEvent.of(head[0]),
                    head[1],
                    Long.parseLong(head[2]),
                    Long.parseLong(head[3]),
                    frames);
        } catch (IllegalArgumentException e) {
            throw new IOException("not the methods of a profile: " + e.getMessage(), e);
        }
    }

    private static String[] fields(@Nullable String line, int count) {
        String[] fields = line == null ? new String[0] : line.split("\t", -1);
        if (fields.length != count) {
            throw new IllegalArgumentException(
                    line == null ? "the end" : VisibleText.of(line, MOST_CHARACTERS));
        }
        return fields;
    }
}
