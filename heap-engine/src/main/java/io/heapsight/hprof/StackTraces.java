/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requested stack traces of a dump, with the names of their frames. */
public final class StackTraces {
    /** Maximum depth; HotSpot dumps no deeper stack. */
    private static final int MOST_FRAMES = 65_536;

    private final Map<Long, List<Frame>> bySerial;

    /**
     * A line of a stack trace.
     *
     * @param className as in the dump, with slashes
     * @param line 0 or less if unknown
     */
    public record Frame(String className, String method, @Nullable String sourceFile, int line) {}

    private record RawFrame(long method, long source, long classSerial, int line) {}

    private StackTraces(Map<Long, List<Frame>> bySerial) {
        this.bySerial = bySerial;
    }

    static StackTraces find(HprofBytes bytes, long first, long[] serials, LongMap classSerials) {
        LongMap wanted = new LongMap();
        for (long serial : serials) {
            wanted.put(serial, 0);
        }
        Map<Long, long[]> traces = traces(bytes, first, wanted);
        Map<Long, RawFrame> frames = frames(bytes, first, traces);

        List<long[]> identifiers = new ArrayList<>();
        frames.values()
                .forEach(
                        f ->
                                identifiers.add(
                                        new long[] {
                                            f.method, f.source, classSerials.get(f.classSerial)
                                        }));
        Names names = Names.find(bytes, first, identifiers);
        Map<Long, List<Frame>> bySerial = new HashMap<>();
        traces.forEach(
                (serial, ids) -> {
                    List<Frame> lines = new ArrayList<>();
                    for (long id : ids) {
                        lines.add(frame(frames.get(id), names, classSerials));
                    }
                    bySerial.put(serial, List.copyOf(lines));
                });
        return new StackTraces(bySerial);
    }

    private static Frame frame(@Nullable RawFrame raw, Names names, LongMap classSerials) {
        if (raw == null) {
            return new Frame("?", "?", null, 0);
        }
        return new Frame(
                orUnknown(names.text(classSerials.get(raw.classSerial))),
                orUnknown(names.text(raw.method)),
                names.text(raw.source),
                raw.line);
    }

    private static String orUnknown(@Nullable String name) {
        return name == null ? "?" : name;
    }

    private static Map<Long, long[]> traces(HprofBytes bytes, long first, LongMap wanted) {
        Map<Long, long[]> traces = new HashMap<>();
        TopLevelCursor records = new TopLevelCursor(bytes, first);
        int id = bytes.idBytes();
        int fixed = 3 * Integer.BYTES;
        while (traces.size() < wanted.size() && records.next()) {
            if (records.tag() != TopLevelCursor.STACK_TRACE || records.length() < fixed) {
                continue;
            }
            long serial = bytes.u4(records.body());
            if (wanted.get(serial) == LongMap.ABSENT) {
                continue;
            }
            long present = (records.length() - fixed) / id;
            int n = (int) Math.min(MOST_FRAMES, Math.min(present, bytes.u4(records.body() + 8)));
            long[] frames = new long[n];
            for (int i = 0; i < n; i++) {
                frames[i] = bytes.id(records.body() + fixed + (long) i * id);
            }
            traces.put(serial, frames);
        }
        return traces;
    }

    private static Map<Long, RawFrame> frames(
            HprofBytes bytes, long first, Map<Long, long[]> traces) {
        LongMap wanted = new LongMap();
        for (long[] frames : traces.values()) {
            for (long frame : frames) {
                wanted.put(frame, 0);
            }
        }
        Map<Long, RawFrame> frames = new HashMap<>();
        TopLevelCursor records = new TopLevelCursor(bytes, first);
        int id = bytes.idBytes();
        while (frames.size() < wanted.size() && records.next()) {
            if (records.tag() != TopLevelCursor.STACK_FRAME
                    || records.length() < 4L * id + 2L * Integer.BYTES
                    || wanted.get(bytes.id(records.body())) == LongMap.ABSENT) {
                continue;
            }
            long at = records.body();
            frames.put(
                    bytes.id(at),
                    new RawFrame(
                            bytes.id(at + id),
                            bytes.id(at + 3L * id),
                            bytes.u4(at + 4L * id),
                            bytes.i4(at + 4L * id + Integer.BYTES)));
        }
        return frames;
    }

    /** The frames of a trace, the topmost first; empty if the dump lacks the trace. */
    public List<Frame> frames(long serial) {
        return bySerial.getOrDefault(serial, List.of());
    }
}
