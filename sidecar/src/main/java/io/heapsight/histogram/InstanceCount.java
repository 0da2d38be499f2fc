/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;

/** A number of instances and their bytes; negative for some changes. */
public record InstanceCount(long instances, long bytes) {
    public static final InstanceCount NONE = new InstanceCount(0, 0);

    /** Larger than any heap, and small enough that the sum over all classes does not overflow. */
    public static final JsonValueCodec<Number> IN_HEAP =
            JsonValueCodec.COUNT.as(Schema.integer(0, 1L << 45));

    public static final Shape<InstanceCount> JSON =
            Shape.<InstanceCount>of()
                    .field("instances", IN_HEAP, InstanceCount::instances)
                    .field("bytes", IN_HEAP, InstanceCount::bytes);

    public InstanceCount plus(InstanceCount other) {
        return new InstanceCount(instances + other.instances, bytes + other.bytes);
    }

    public InstanceCount minus(InstanceCount other) {
        return new InstanceCount(instances - other.instances, bytes - other.bytes);
    }

    static InstanceCount of(ClassHistogramRow row) {
        return new InstanceCount(row.instances(), row.bytes());
    }

    boolean isPositive() {
        return instances > 0 || bytes > 0;
    }
}
