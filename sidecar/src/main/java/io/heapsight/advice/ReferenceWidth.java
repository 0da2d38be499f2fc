/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jvm.JvmFlags;

/**
 * The width of references, which doubles in heaps of 32 GiB and more. The same objects then take
 * more memory, so a heap just above 32 GiB holds less than a heap just below.
 *
 * @see <a href="https://wiki.openjdk.org/display/HotSpot/CompressedOops">CompressedOops</a>
 */
final class ReferenceWidth {
    /** The largest heap that is suggested with references of four bytes. */
    static final double MOST_COMPRESSED = 31.0 * (1L << 30);

    /** Factor on the size of the same objects with references of eight bytes: an assumption. */
    private static final double WIDER = 1.4;

    private static final double COMPRESSED_BELOW = 32.0 * (1L << 30);

    private ReferenceWidth() {}

    /**
     * Returns the size of a heap that holds the same objects as one with the present references.
     */
    static double same(TargetObservation seen, double max, double heap) {
        return widens(seen, max, heap) ? WIDER * heap : heap;
    }

    /** Returns whether references get wider with another maximum heap size. */
    static boolean widens(TargetObservation seen, double max, double heap) {
        JvmFlags flags = seen.jvm().flags();
        return max < COMPRESSED_BELOW
                && heap > MOST_COMPRESSED
                && !seen.jvm().collector().toOptional().orElse("").startsWith("ZGC")
                && flags.switchedOff("UseCompressedOops").isEmpty()
                && flags.value("-XX:ObjectAlignmentInBytes=").isEmpty();
    }
}
