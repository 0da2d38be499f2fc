/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The requested stack traces of a dump, with the names of their frames. HotSpot gives each frame of
 * each thread its own identifier, although most threads have the same stack. So equal frames are
 * stored once, at 20 bytes per identifier.
 */
public final class StackTraces {
    /** Maximum depth; HotSpot dumps no deeper stack. */
    private static final int MOST_FRAMES = 65_536;

    private static final Frame UNKNOWN = new Frame("?", "?", null, 0);

    /** Ascending. */
    private final long[] serials;

    /** The identifiers of frames by serial; null if the dump lacks the trace. */
    private final long[] @Nullable [] traces;

    private final FrameTable frames;

    /**
     * A line of a stack trace.
     *
     * @param className as in the dump, with slashes
     * @param line 0 or less if unknown
     */
    public record Frame(String className, String method, @Nullable String sourceFile, int line) {}

    private StackTraces(long[] serials, long[] @Nullable [] traces, FrameTable frames) {
        this.serials = serials;
        this.traces = traces;
        this.frames = frames;
    }

    static StackTraces find(HprofBytes bytes, long first, long[] wanted, LongMap classSerials) {
        long[] serials = ascending(LongStream.of(wanted));
        long[] @Nullable [] traces = traces(bytes, first, serials);
        long[] ids =
                ascending(
                        Arrays.stream(traces)
                                .filter(Objects::nonNull)
                                .flatMapToLong(Arrays::stream));
        return new StackTraces(serials, traces, FrameTable.find(bytes, first, ids, classSerials));
    }

    /** The values without repetitions; LongStream.distinct() would box each. */
    private static long[] ascending(LongStream values) {
        long[] sorted = values.sorted().toArray();
        int n = 0;
        for (long value : sorted) {
            if (n == 0 || sorted[n - 1] != value) {
                sorted[n++] = value;
            }
        }
        return Arrays.copyOf(sorted, n);
    }

    private static long[] @Nullable [] traces(HprofBytes bytes, long first, long[] serials) {
        long[] @Nullable [] traces = new long[serials.length][];
        int missing = serials.length;
        TopLevelCursor records = new TopLevelCursor(bytes, first);
        int id = bytes.idBytes();
        int fixed = 3 * Integer.BYTES;
        while (missing > 0 && records.next()) {
            if (records.tag() != TopLevelCursor.STACK_TRACE || records.length() < fixed) {
                continue;
            }
            int at = Arrays.binarySearch(serials, bytes.u4(records.body()));
            if (at < 0) {
                continue;
            }
            long present = (records.length() - fixed) / id;
            int n = (int) Math.min(MOST_FRAMES, Math.min(present, bytes.u4(records.body() + 8)));
            long[] frames = new long[n];
            for (int i = 0; i < n; i++) {
                frames[i] = bytes.id(records.body() + fixed + (long) i * id);
            }
            missing -= traces[at] == null ? 1 : 0;
            traces[at] = frames;
        }
        return traces;
    }

    /** The frames of a trace, the topmost first; empty if the dump lacks the trace. */
    public List<Frame> frames(long serial) {
        int at = Arrays.binarySearch(serials, serial);
        long[] trace = at < 0 ? null : traces[at];
        return trace == null ? List.of() : Arrays.stream(trace).mapToObj(frames::frame).toList();
    }

    /** Frames by their identifiers. */
    private static final class FrameTable {
        /** Ascending. */
        private final long[] ids;

        /** The position of each in {@code distinct}; -1 if the dump lacks the frame. */
        private final int[] numbers;

        private final List<Frame> distinct;

        private FrameTable(long[] ids, int[] numbers, List<Frame> distinct) {
            this.ids = ids;
            this.numbers = numbers;
            this.distinct = distinct;
        }

        private record Raw(long method, long source, long classSerial, int line) {}

        static FrameTable find(HprofBytes bytes, long first, long[] ids, LongMap classSerials) {
            int[] numbers = new int[ids.length];
            Arrays.fill(numbers, -1);
            Map<Raw, Integer> found = new LinkedHashMap<>();
            int missing = ids.length;
            TopLevelCursor records = new TopLevelCursor(bytes, first);
            int id = bytes.idBytes();
            while (missing > 0 && records.next()) {
                if (records.tag() != TopLevelCursor.STACK_FRAME
                        || records.length() < 4L * id + 2L * Integer.BYTES) {
                    continue;
                }
                long body = records.body();
                int at = Arrays.binarySearch(ids, bytes.id(body));
                if (at >= 0) {
                    Raw raw =
                            new Raw(
                                    bytes.id(body + id),
                                    bytes.id(body + 3L * id),
                                    bytes.u4(body + 4L * id),
                                    bytes.i4(body + 4L * id + Integer.BYTES));
                    missing -= numbers[at] < 0 ? 1 : 0;
                    numbers[at] = found.computeIfAbsent(raw, _ -> found.size());
                }
            }
            return new FrameTable(ids, numbers, named(bytes, first, found.keySet(), classSerials));
        }

        private static List<Frame> named(
                HprofBytes bytes, long first, Set<Raw> frames, LongMap classSerials) {
            DumpedNames names =
                    DumpedNames.find(
                            bytes,
                            first,
                            frames.stream()
                                    .map(
                                            raw ->
                                                    new long[] {
                                                        raw.method,
                                                        raw.source,
                                                        classSerials.get(raw.classSerial)
                                                    })
                                    .toList());
            return frames.stream()
                    .map(
                            raw ->
                                    new Frame(
                                            orUnknown(
                                                    names.text(classSerials.get(raw.classSerial))),
                                            orUnknown(names.text(raw.method)),
                                            names.text(raw.source),
                                            raw.line))
                    .toList();
        }

        private static String orUnknown(@Nullable String name) {
            return name == null ? UNKNOWN.method : name;
        }

        Frame frame(long id) {
            int number = numbers[Arrays.binarySearch(ids, id)];
            return number < 0 ? UNKNOWN : distinct.get(number);
        }
    }
}
