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
 * The methods with the most weight in a profile, its totals and, for memory events, its call sites.
 * In a file, tabs separate the fields:
 *
 * <pre>
 * EVENT  ENGINE  SAMPLES  WEIGHT  LOST
 * SELF  TOTAL  FRAME
 * …
 * BYTES  SAMPLES  METHOD  VIA
 * …
 * </pre>
 *
 * @param engine "" if unknown
 * @param weight of all samples, in the event's unit
 * @param lost samples that the target could not store
 * @param frames largest self weight first
 * @param sites largest first; empty unless the event is of memory
 */
public record ProfileTop(
        ProfileEvent event,
        String engine,
        long samples,
        long weight,
        long lost,
        List<FrameWeight> frames,
        List<CallSite> sites) {
    /** The number of stored entries. */
    private static final int MOST = 100;

    /** Fields of call sites; the first line has one more. */
    private static final int FIELDS = 4;

    private static final int MOST_CHARACTERS = 1024;

    /** Computes the methods of a profile. */
    public static ProfileTop of(SampledProfile profile) {
        return new ProfileTop(
                profile.event(),
                profile.engine(),
                profile.samples(),
                profile.weight(),
                profile.lost(),
                new FrameTimeSeries(profile).top(MOST),
                profile.event().isMemory() ? CallSites.of(profile, MOST) : List.of());
    }

    void write(Writer out) throws IOException {
        out.write("%s\t%s\t%d\t%d\t%d\n".formatted(event.label(), engine, samples, weight, lost));
        for (FrameWeight each : frames) {
            out.write("%d\t%d\t%s\n".formatted(each.self(), each.total(), each.frame()));
        }
        for (CallSite each : sites) {
            out.write(
                    "%d\t%d\t%s\t%s\n"
                            .formatted(each.bytes(), each.samples(), each.method(), each.via()));
        }
    }

    /**
     * Reads the file format.
     *
     * @throws IOException also if the format is invalid
     */
    public static ProfileTop read(BufferedReader in) throws IOException {
        try {
            String[] head = head(in.readLine());
            List<FrameWeight> frames = new ArrayList<>();
            List<CallSite> sites = new ArrayList<>();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] fields = line.split("\t", -1);
                if (fields.length == FIELDS) {
                    sites.add(
                            new CallSite(
                                    fields[2],
                                    fields[3],
                                    Long.parseLong(fields[0]),
                                    Long.parseLong(fields[1])));
                } else {
                    fields = fields(line, FIELDS - 1);
                    frames.add(
                            new FrameWeight(
                                    fields[2],
                                    Long.parseLong(fields[0]),
                                    Long.parseLong(fields[1])));
                }
            }
            return new ProfileTop(
                    ProfileEvent.of(head[0]),
                    head[1],
                    Long.parseLong(head[2]),
                    Long.parseLong(head[3]),
                    Long.parseLong(head[4]),
                    frames,
                    sites);
        } catch (IllegalArgumentException e) {
            throw new IOException("not the methods of a profile: " + e.getMessage(), e);
        }
    }

    /** Splits the first line; earlier versions wrote no lost samples. */
    private static String[] head(@Nullable String line) {
        boolean isEarlier = line != null && line.split("\t", -1).length == FIELDS;
        return fields(isEarlier ? line + "\t0" : line, FIELDS + 1);
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
