/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/** A number of instances and the bytes they take. */
public record Count(long instances, long bytes) {
    public static final Count NONE = new Count(0, 0);

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
