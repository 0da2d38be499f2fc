/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.json.JsonType;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;

/** A number of instances and their bytes; negative for some changes. */
public record Count(long instances, long bytes) {
    public static final Count NONE = new Count(0, 0);

    /** Larger than any heap, and small enough that the sum over all classes does not overflow. */
    public static final JsonType<Number> IN_HEAP = JsonType.COUNT.as(Schema.integer(0, 1L << 45));

    public static final Shape<Count> JSON =
            Shape.<Count>of()
                    .field("instances", IN_HEAP, Count::instances)
                    .field("bytes", IN_HEAP, Count::bytes);

    public Count plus(Count other) {
        return new Count(instances + other.instances, bytes + other.bytes);
    }

    public Count minus(Count other) {
        return new Count(instances - other.instances, bytes - other.bytes);
    }

    static Count of(ClassCount row) {
        return new Count(row.instances(), row.bytes());
    }

    boolean isPositive() {
        return instances > 0 || bytes > 0;
    }
}
