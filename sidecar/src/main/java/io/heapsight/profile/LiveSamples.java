/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import one.jfr.JfrReader;
import one.jfr.event.Event;
import one.jfr.event.LiveObject;
import one.jfr.event.MallocEvent;
import org.jspecify.annotations.Nullable;

/**
 * Selects the samples of memory that was still in use at the end of a profile, and weighs them. The
 * weight is the sampling interval, or the size of the sampled memory if that is larger.
 *
 * <p>Live objects count if a collection has seen them since. Native memory counts if it was not
 * freed. Native memory of the profile's last tenth does not count, because its owners may not have
 * had time to free it. Holds some 90 bytes for each address with a sample.
 */
final class LiveSamples {
    private static final int MOST_ADDRESSES = 200_000;
    private static final long LARGEST_INTERVAL = 1L << 40;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** The last part of a profile of native memory, which does not count. */
    private static final int TAIL = 10;

    private final JfrReader jfr;
    private final ProfileEvent event;
    private long interval;
    private long endNanos = Long.MAX_VALUE;

    /** Times of the last allocation by address, in ticks, of native memory that was not freed. */
    private final Map<Long, Long> unfreed = new HashMap<>();

    private LiveSamples(JfrReader jfr, ProfileEvent event) {
        this.jfr = jfr;
        this.event = event;
    }

    /**
     * Reads a recording, and rewinds it.
     *
     * @param collectedAt start of the last collection; empty if unknown: then all objects count
     * @throws IOException if it has too many samples
     */
    static LiveSamples of(JfrReader jfr, ProfileEvent event, Optional<Instant> collectedAt)
            throws IOException {
        LiveSamples survivors = new LiveSamples(jfr, event);
        switch (event) {
            case LIVE -> collectedAt.ifPresent(at -> survivors.endNanos = nanos(at));
            case NATIVEMEM -> survivors.readNative();
            case CPU, ALLOC, LOCK, WALL -> {}
        }
        return survivors;
    }

    private static long nanos(Instant at) {
        return at.getEpochSecond() * NANOS_PER_SECOND + at.getNano();
    }

    /** Reads allocations, then frees: a recording does not have them in the order of time. */
    private void readNative() throws IOException {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (MallocEvent each = next(); each != null; each = next()) {
            long nanos = jfr.eventTimeToNanos(each.time);
            first = Math.min(first, nanos);
            last = Math.max(last, nanos);
            if (each.size > 0) {
                unfreed.merge(each.address, each.time, Math::max);
                if (unfreed.size() > MOST_ADDRESSES) {
                    throw new IOException(
                            "it has more than %,d samples; take a shorter profile"
                                    .formatted(MOST_ADDRESSES));
                }
            }
        }
        jfr.rewind();
        for (MallocEvent each = next(); each != null; each = next()) {
            Long begun = each.size == 0 ? unfreed.get(each.address) : null;
            if (begun != null && begun <= each.time) {
                unfreed.remove(each.address);
            }
        }
        jfr.rewind();
        endNanos = last - (last - first) / TAIL;
    }

    private @Nullable MallocEvent next() throws IOException {
        return jfr.readEvent(MallocEvent.class);
    }

    /**
     * Returns a sample with its weight, at the time of its allocation; null if it does not count.
     */
    @Nullable Event counted(Event each) {
        return switch (each) {
            case LiveObject object when event == ProfileEvent.LIVE -> live(object);
            case MallocEvent malloc when event == ProfileEvent.NATIVEMEM -> unfreed(malloc);
            default -> each;
        };
    }

    private @Nullable Event live(LiveObject object) {
        return jfr.eventTimeToNanos(object.allocationTime) >= endNanos
                ? null
                : new LiveObject(
                        object.allocationTime,
                        object.tid,
                        object.stackTraceId,
                        object.classId,
                        Math.max(object.allocationSize, interval("alloc")),
                        object.allocationTime);
    }

    private @Nullable Event unfreed(MallocEvent malloc) {
        Long begun = malloc.size > 0 ? unfreed.get(malloc.address) : null;
        return begun == null || begun != malloc.time || jfr.eventTimeToNanos(malloc.time) > endNanos
                ? null
                : new MallocEvent(
                        malloc.time,
                        malloc.tid,
                        malloc.stackTraceId,
                        malloc.address,
                        Math.max(malloc.size, interval("nativemem")));
    }

    /** The sampling interval in bytes, which the recording contains. */
    private long interval(String setting) {
        if (interval == 0) {
            String bytes = jfr.settings.getOrDefault(setting, "");
            interval =
                    bytes.matches("\\d{1,15}")
                            ? Math.clamp(Long.parseLong(bytes), 1, LARGEST_INTERVAL)
                            : 1;
        }
        return interval;
    }
}
