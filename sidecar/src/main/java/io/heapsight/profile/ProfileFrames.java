/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.text;

import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The methods of a profile over blocks of its time: small enough to store with a run, and
 * sufficient for comparisons. Some hundred kilobytes for a program with deep stacks.
 *
 * @param engine the kernel's mechanism for CPU time; empty if unknown
 * @param samples number of samples
 * @param blocks weight of all samples, by block of time, in the event's unit. Never compared: its
 *     array is read only
 * @param frames largest total first, callers before callees
 * @param framesLeftOut number of further frames, each smaller than these
 */
@SuppressWarnings("ArrayRecordComponent")
public record ProfileFrames(
        ProfileEvent event,
        String engine,
        long samples,
        long[] blocks,
        List<Frame> frames,
        int framesLeftOut) {
    /** Maximum number of stored methods: deep stacks have a few hundred with 0.5 % or more. */
    public static final int MOST = 1000;

    public static final int MOST_BLOCKS = 100;
    public static final int LONGEST_NAME = 1000;

    /** Maximum weight in a block, so that sums over all blocks fit into 64 bits. */
    public static final long MOST_WEIGHT = 1L << 53;

    /**
     * A method. Never compared: its arrays are read only.
     *
     * @param name "com.acme.Order.total"
     * @param self weight of the samples in the method itself, by block
     * @param total weight of the samples with the method in their stack, by block
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Frame(String name, long[] self, long[] total) {}

    public static final JsonValueCodec<String> NAME =
            TEXT.as(Schema.string().with("maxLength", LONGEST_NAME));

    private static final JsonValueCodec<long[]> WEIGHTS =
            bounded(list(COUNT.as(Schema.integer(0, MOST_WEIGHT))), MOST_BLOCKS)
                    .from(weights -> Arrays.stream(weights).<Number>mapToObj(w -> w).toList());

    private static final Shape<Frame> FRAME =
            Shape.<Frame>of()
                    .field("name", NAME, Frame::name)
                    .field("self", WEIGHTS, Frame::self)
                    .field("total", WEIGHTS, Frame::total);

    public static final Shape<ProfileFrames> JSON =
            Shape.<ProfileFrames>of()
                    .field("event", choice(ProfileEvent.rates()), ProfileFrames::event)
                    .optional("engine", NAME, profile -> text(profile.engine()))
                    .field(
                            "samples",
                            COUNT.as(Schema.integer(0, Long.MAX_VALUE)),
                            ProfileFrames::samples)
                    .field("blocks", WEIGHTS, ProfileFrames::blocks)
                    .field("frames", bounded(list(FRAME), MOST), ProfileFrames::frames)
                    .field(
                            "framesLeftOut",
                            COUNT.as(Schema.integer(0, Integer.MAX_VALUE)),
                            ProfileFrames::framesLeftOut);

    private static <E> JsonValueCodec<List<E>> bounded(JsonValueCodec<List<E>> list, int most) {
        return list.as(list.schema().with("maxItems", most));
    }

    public ProfileFrames {
        frames = List.copyOf(frames);
        for (Frame frame : frames) {
            if (frame.self().length != blocks.length || frame.total().length != blocks.length) {
                throw new IllegalArgumentException(
                        "%s has other blocks of time than the profile".formatted(frame.name()));
            }
        }
    }

    /** Computes the methods of a profile. */
    public static ProfileFrames of(SampledProfile profile) {
        FrameTimeSeries series = new FrameTimeSeries(profile);
        List<Frame> frames =
                series.frames().entrySet().stream()
                        .sorted(
                                Comparator.<Map.Entry<String, FrameTimeSeries.Sums>>comparingDouble(
                                                each -> -each.getValue().weight())
                                        .thenComparingInt(each -> each.getValue().depth())
                                        .thenComparing(Map.Entry::getKey))
                        .limit(MOST)
                        .map(
                                each ->
                                        new Frame(
                                                each.getKey(),
                                                rounded(each.getValue().self()),
                                                rounded(each.getValue().total())))
                        .toList();
        return new ProfileFrames(
                profile.event(),
                profile.engine(),
                profile.samples(),
                rounded(series.whole()),
                frames,
                series.frames().size() - frames.size());
    }

    private static long[] rounded(double[] weights) {
        return Arrays.stream(weights).mapToLong(Math::round).toArray();
    }

    void write(Writer out) throws IOException {
        JSON.writeDocument(out, this);
    }
}
