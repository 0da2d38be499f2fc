/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import one.convert.Arguments;
import one.convert.Frame;
import one.convert.JfrConverter;
import one.jfr.JfrReader;
import one.jfr.StackTrace;
import one.jfr.event.AllocationSample;
import one.jfr.event.ContendedLock;
import one.jfr.event.Event;
import one.jfr.event.EventAggregator;
import one.jfr.event.EventCollector;
import one.jfr.event.ExecutionSample;
import one.jfr.event.LiveObject;
import one.jfr.event.MallocEvent;

/**
 * Reads the samples of an async-profiler or Flight Recorder recording, in two passes: first their
 * times, then the stacks by block of time. Holds one array of {@value #BLOCKS} numbers for each
 * different stack.
 */
final class JfrProfileReader extends JfrConverter {
    static final int BLOCKS = 20;

    /** Maximum length of a name: names can be any text, and are shown in pages and on terminals. */
    private static final int LONGEST_NAME = 300;

    /** The frame of samples without a stack, which the target could not walk. */
    private static final String UNKNOWN = "[unknown]";

    private record Key(int stack, long classId) {}

    private static final class Cell {
        private final long[] weights = new long[BLOCKS];
        private long samples;
        private double squares;

        void add(int block, long weight, long count) {
            weights[block] += weight;
            samples += count;
            squares += (double) weight * weight / Math.max(1, count);
        }
    }

    private final ProfileEvent event;
    private final CpuSampleKind source;
    private final LiveSamples survivors;
    private final long firstTicks;
    private final long lastTicks;
    private final Map<Key, Cell> ofChunk = new HashMap<>();
    private final Map<List<String>, Cell> cells = new HashMap<>();
    private final Map<List<String>, byte[]> kinds = new HashMap<>();

    private JfrProfileReader(
            JfrReader jfr,
            ProfileEvent event,
            CpuSampleKind source,
            LiveSamples survivors,
            long firstTicks,
            long lastTicks) {
        super(jfr, arguments(event));
        this.event = event;
        this.source = source;
        this.survivors = survivors;
        this.firstTicks = firstTicks;
        this.lastTicks = lastTicks;
    }

    /** The library's arguments that select the samples of an event. */
    static Arguments arguments(ProfileEvent event) {
        Arguments arguments = new Arguments("--dot", "--norm");
        arguments.alloc = event == ProfileEvent.ALLOC;
        arguments.lock = event == ProfileEvent.LOCK;
        arguments.live = event == ProfileEvent.LIVE;
        arguments.nativemem = event == ProfileEvent.NATIVEMEM;
        return arguments;
    }

    /**
     * Reads a file.
     *
     * @param collectedAt start of the last collection before its end, if known
     * @throws IOException if it is not a recording, or damaged
     */
    static SampledProfile read(Path file, ProfileEvent event, Optional<Instant> collectedAt)
            throws IOException {
        try (JfrReader jfr = new JfrReader(file.toString())) {
            LiveSamples survivors = LiveSamples.of(jfr, event, collectedAt);
            boolean isCpu = event == ProfileEvent.CPU; // the engine isn't reliable for others
            CpuSampleKind source = isCpu ? CpuSampleKind.of(jfr) : CpuSampleKind.UNKNOWN;
            Class<? extends Event> kind = kindOf(event);
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (Event each = jfr.readEvent(kind); each != null; each = jfr.readEvent(kind)) {
                last = Math.max(last, jfr.eventTimeToNanos(each.time));
                Event counted = source.counts(each) ? survivors.counted(each) : null;
                if (counted != null) {
                    first = Math.min(first, jfr.eventTimeToNanos(counted.time));
                }
            }
            jfr.rewind();
            JfrProfileReader reader =
                    new JfrProfileReader(jfr, event, source, survivors, first, last);
            reader.convert();
            return reader.profile();
        } catch (RuntimeException | StackOverflowError e) {
            throw new IOException(
                    "the recording is damaged",
                    e); // the library's reader throws no other exception
        }
    }

    private static Class<? extends Event> kindOf(ProfileEvent event) {
        return switch (event) {
            case CPU, WALL -> ExecutionSample.class;
            case ALLOC -> AllocationSample.class;
            case LOCK -> ContendedLock.class;
            case LIVE -> LiveObject.class;
            case NATIVEMEM -> MallocEvent.class;
        };
    }

    /** Finds the first kind of samples in the file. */
    static ProfileEvent eventOf(Path file) throws IOException {
        try (JfrReader jfr = new JfrReader(file.toString())) {
            for (Event each = jfr.readEvent(); each != null; each = jfr.readEvent()) {
                if (each instanceof ExecutionSample) {
                    boolean wall = "wall".equals(jfr.settings.get("event"));
                    return wall ? ProfileEvent.WALL : ProfileEvent.CPU;
                }
                if (each instanceof AllocationSample) {
                    boolean live = "true".equals(jfr.settings.get("live"));
                    return live ? ProfileEvent.LIVE : ProfileEvent.ALLOC;
                }
                if (each instanceof ContendedLock) {
                    return ProfileEvent.LOCK;
                }
                if (each instanceof LiveObject) {
                    return ProfileEvent.LIVE;
                }
                if (each instanceof MallocEvent) {
                    return ProfileEvent.NATIVEMEM;
                }
            }
            return ProfileEvent.CPU;
        } catch (RuntimeException e) {
            throw new IOException("the recording is damaged", e);
        }
    }

    private SampledProfile profile() {
        List<SampledStack> stacks = new ArrayList<>();
        cells.forEach(
                (frames, cell) ->
                        stacks.add(
                                new SampledStack(
                                        frames,
                                        kinds.getOrDefault(frames, new byte[frames.size()]),
                                        cell.weights,
                                        cell.samples,
                                        cell.squares)));
        double seconds = stacks.isEmpty() ? 0 : (lastTicks - firstTicks) / 1e9;
        String engine = VisibleText.of(source.engine(), LONGEST_NAME);
        return new SampledProfile(event, engine, seconds, BLOCKS, stacks, source.lost());
    }

    /** Called by the superclass's constructor, so it must not use fields of this class. */
    @Override
    protected EventCollector createCollector(Arguments args) {
        return new EventAggregator(false, 0) {
            @Override
            public void collect(Event each) {
                Event counted = source.counts(each) ? survivors.counted(each) : null;
                if (counted != null) {
                    JfrProfileReader.this.collect(counted);
                }
            }
        };
    }

    private void collect(Event each) {
        long nanos = jfr.eventTimeToNanos(each.time);
        double share = (double) (nanos - firstTicks) / Math.max(1, lastTicks - firstTicks + 1);
        int block = Math.clamp((long) (share * BLOCKS), 0, BLOCKS - 1);
        long weight =
                switch (event) {
                    case CPU, WALL -> each.samples();
                    case ALLOC, LIVE, NATIVEMEM -> each.value();
                    case LOCK -> Math.round(each.value() * counterFactor());
                };
        ofChunk.computeIfAbsent(new Key(each.stackTraceId, each.classId()), _ -> new Cell())
                .add(block, weight, each.samples());
    }

    @Override
    protected void convertChunk() {
        ofChunk.forEach(
                (key, cell) -> {
                    StackTrace trace = jfr.stackTraces.get(key.stack());
                    if (trace != null) {
                        addStack(key, trace, cell);
                    } else if (event == ProfileEvent.CPU) {
                        add(List.of(UNKNOWN), new byte[] {Frame.TYPE_NATIVE}, cell);
                    }
                });
        ofChunk.clear();
    }

    private void addStack(Key key, StackTrace trace, Cell cell) {
        int depth = trace.methods.length;
        List<String> frames = new ArrayList<>(depth + 1);
        byte[] types = new byte[depth + 1];
        for (int i = depth - 1; i >= 0; i--) {
            types[frames.size()] = trace.types[i];
            frames.add(shown(getMethodName(trace.methods[i], trace.types[i])));
        }
        if (key.classId() != 0) {
            types[depth] = Frame.TYPE_INLINED;
            frames.add(shown(getClassName(key.classId())));
        }
        add(frames, Arrays.copyOf(types, frames.size()), cell);
    }

    private void add(List<String> frames, byte[] types, Cell cell) {
        kinds.putIfAbsent(frames, types);
        Cell sum = cells.computeIfAbsent(frames, _ -> new Cell());
        for (int block = 0; block < BLOCKS; block++) {
            sum.weights[block] += cell.weights[block];
        }
        sum.samples += cell.samples;
        sum.squares += cell.squares;
    }

    /** Cleans a name: semicolons separate frames, and a name must not end the script of a page. */
    private static String shown(String name) {
        return VisibleText.of(name, LONGEST_NAME).replace(';', ',').replace("</", "< /");
    }
}
