/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

/**
 * Predicts the pause of a capture before any measurement on the target. The constants are the
 * slower results of {@code benchmarks/pause-estimate}; the first capture corrects them for the
 * machine.
 */
final class PauseModel {
    private static final double NANOS = 1e-9;

    /** Seconds for reaching the safepoint, opening the file, and roots. */
    private static final double LEAST_SECONDS = 0.005;

    /** Bytes of a record in addition to its object. */
    private static final double RECORD_BYTES = 17;

    private static final double COUNT_NANOS_PER_OBJECT = 30;
    private static final double WRITE_NANOS_PER_OBJECT = 25;
    private static final double WRITE_NANOS_PER_BYTE = 2;
    private static final double COMPRESS_NANOS_PER_BYTE = 10;
    private static final double COLLECT_NANOS_PER_OBJECT = 60;
    private static final double COLLECT_NANOS_PER_BYTE = 0.3;

    /** The first JDK with faster dumps; before, one thread writes each field by itself. */
    private static final int FASTER_DUMP_SINCE = 21;

    private static final double SLOWER_DUMP = 1.6;

    private PauseModel() {}

    /**
     * Returns the estimate, in seconds.
     *
     * @param javaMajor 0 if unknown
     */
    static double seconds(Capture capture, HeapContent heap, int javaMajor) {
        double walk =
                switch (capture.walk()) {
                    case HISTOGRAM -> COUNT_NANOS_PER_OBJECT * heap.objects();
                    case DUMP -> dumpNanos(capture, heap, javaMajor);
                };
        double collection =
                capture.live()
                        ? COLLECT_NANOS_PER_OBJECT * heap.objects()
                                + COLLECT_NANOS_PER_BYTE * heap.bytes()
                        : 0;
        return LEAST_SECONDS + NANOS * (walk + collection);
    }

    private static double dumpNanos(Capture capture, HeapContent heap, int javaMajor) {
        double dumpBytes = heap.bytes() + RECORD_BYTES * heap.objects();
        double written = WRITE_NANOS_PER_OBJECT * heap.objects() + WRITE_NANOS_PER_BYTE * dumpBytes;
        double slower = javaMajor < FASTER_DUMP_SINCE ? SLOWER_DUMP : 1;
        return slower * written + (capture.compressed() ? COMPRESS_NANOS_PER_BYTE * dumpBytes : 0);
    }
}
