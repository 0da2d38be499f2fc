/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

/**
 * Converts the times of a target's collections to the sidecar's clock. The counters contain the
 * times of the last collection on a clock that starts with the JVM. Each observed collection bounds
 * the offset between the clocks. The collection ended before the reading that shows it, and started
 * after the last reading that does not. Not thread-safe.
 */
final class JvmClockOffset {
    private double least = Double.NEGATIVE_INFINITY;
    private double most = Double.POSITIVE_INFINITY;

    /**
     * The last collection, in nanoseconds of the JVM's clock; NaN if unknown.
     *
     * @param begun its start
     * @param ended its end
     */
    record Times(double begun, double ended) {
        static final Times UNKNOWN = new Times(Double.NaN, Double.NaN);

        double nanos() {
            return ended - begun;
        }
    }

    /**
     * Processes a collection between two readings.
     *
     * @param before time of a reading without it
     * @param now time of the first reading with it
     */
    void seen(Times collection, long before, long now) {
        if (!(collection.nanos() >= 0)) {
            return;
        }
        double atLeast = before - collection.begun;
        double atMost = now - collection.ended;
        if (atLeast > most || atMost < least) { // the target was frozen, with its clock
            least = Double.NEGATIVE_INFINITY;
            most = Double.POSITIVE_INFINITY;
        }
        least = Math.max(least, atLeast);
        most = Math.min(most, atMost);
    }

    /**
     * Converts a moment of the JVM's clock to the sidecar's clock; if unknown, returns the middle
     * between two readings.
     */
    double ours(double moment, long before, long now) {
        double offset = (least + most) / 2;
        return Double.isFinite(offset + moment)
                ? Math.clamp(moment + offset, (double) before, (double) now)
                : before + (now - before) / 2.0;
    }
}
