/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import java.util.List;
import java.util.Map;

/**
 * A metric of the semantic conventions and its points.
 *
 * @param unit in UCUM: {@code By}, <code>{thread}</code>
 * @param whole whether its values are whole numbers
 */
public record OtlpMetric(
        String name, String unit, Instrument instrument, boolean whole, List<Point> points) {
    /** The kind of a metric in the conventions. */
    public enum Instrument {
        COUNTER,
        UP_DOWN_COUNTER,
        GAUGE,
        HISTOGRAM
    }

    /** The value of one set of attributes: strings and booleans. */
    public sealed interface Point {
        Map<String, Object> attributes();

        /**
         * Returns the start of the counted time in milliseconds since the epoch; 0 if nothing is
         * counted.
         */
        long startMillis();
    }

    /** A number. */
    public record Scalar(Map<String, Object> attributes, long startMillis, double value)
            implements Point {
        public Scalar {
            attributes = Map.copyOf(attributes);
        }
    }

    /**
     * A histogram.
     *
     * @param bounds inclusive upper bounds
     * @param counts of each bucket, and last those above all bounds; not cumulative
     */
    public record Distribution(
            Map<String, Object> attributes,
            long startMillis,
            List<Double> bounds,
            List<Long> counts,
            double sum)
            implements Point {
        public Distribution {
            attributes = Map.copyOf(attributes);
            bounds = List.copyOf(bounds);
            counts = List.copyOf(counts);
        }
    }

    public OtlpMetric {
        points = List.copyOf(points);
    }
}
