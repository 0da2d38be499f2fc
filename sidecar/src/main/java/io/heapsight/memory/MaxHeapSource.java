/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jvm.JvmFlags;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The source of a JVM's maximum heap size: a size, or a share of the container's limit, see <a
 * href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/runtime/arguments.cpp">
 * Arguments::set_heap_size</a>. A heap sized by a share changes with the limit at the next start.
 */
public sealed interface MaxHeapSource {
    /** Returns the maximum in a container with this limit. */
    double under(double limit);

    /** A size by -Xmx, or of unknown source. */
    record Fixed(double bytes) implements MaxHeapSource {
        @Override
        public double under(double limit) {
            return bytes;
        }
    }

    /**
     * A size by a share, explicit or default.
     *
     * @param percent of the limit
     * @param smallPercent of a limit for which {@code percent} gives less than the smallest default
     *     heap
     * @param isSet whether the command line contains it
     * @param least -Xms
     * @param withoutLimit the maximum if the container has no limit
     */
    record Share(
            double percent, double smallPercent, boolean isSet, double least, double withoutLimit)
            implements MaxHeapSource {
        /** MaxHeapSize before ergonomics: 96 MiB, scaled to 64 bits. */
        private static final double DEFAULT_BYTES = 126 << 20;

        @Override
        public double under(double limit) {
            if (Double.isNaN(limit)) {
                return withoutLimit;
            }
            double small = limit * smallPercent / 100;
            double share =
                    small < DEFAULT_BYTES ? small : Math.max(DEFAULT_BYTES, limit * percent / 100);
            return Math.max(least, share);
        }

        /** Returns the share with at most this size, in whole per cent; empty if there is none. */
        public OptionalDouble percentOf(double bytes, double limit) {
            double percent = Math.floor(100 * bytes / limit);
            boolean governs =
                    !Double.isNaN(limit) && percent >= 1 && with(percent).under(limit) <= bytes;
            return governs ? OptionalDouble.of(percent) : OptionalDouble.empty();
        }

        /** Returns a copy with another share. */
        public Share with(double other) {
            return new Share(other, smallPercent, isSet, least, withoutLimit);
        }
    }

    double DEFAULT_PERCENT = 25;
    double DEFAULT_SMALL_PERCENT = 50;

    /** Tolerance of the size set by flags, since heaps are aligned. */
    double ALIGNMENT = 0.003;

    double ALIGNMENT_BYTES = 1 << 20;

    /**
     * Finds the source; a share that does not explain the size counts as a size.
     *
     * @param max maximum heap size
     * @param limit of the container; NaN for none
     */
    static MaxHeapSource of(JvmFlags flags, double max, double limit) {
        if (isSize(flags)) {
            return new Fixed(max);
        }
        Optional<Double> set =
                number(flags, "-XX:MaxRAMPercentage=")
                        .or(() -> number(flags, "-XX:MaxRAMFraction=").map(each -> 100 / each));
        double small =
                number(flags, "-XX:MinRAMPercentage=")
                        .or(() -> number(flags, "-XX:MinRAMFraction=").map(each -> 100 / each))
                        .orElse(DEFAULT_SMALL_PERCENT);
        double initial = flags.initialHeapBytes().orElse(0);
        Share share = new Share(set.orElse(DEFAULT_PERCENT), small, set.isPresent(), initial, max);
        boolean explains =
                Double.isNaN(limit)
                        || Math.abs(share.under(limit) - max) <= ALIGNMENT * max + ALIGNMENT_BYTES;
        return explains ? share : new Fixed(max);
    }

    /** Returns whether a flag sets the size, whatever the limit. */
    static boolean isSize(JvmFlags flags) {
        return flags.maxHeapBytes().isPresent() || flags.value("-XX:MaxRAM=").isPresent();
    }

    private static Optional<Double> number(JvmFlags flags, String prefix) {
        try {
            return flags.value(prefix).map(Double::valueOf).filter(each -> each > 0);
        } catch (NumberFormatException _) {
            return Optional.empty(); // the JVM would not have started with it
        }
    }
}
