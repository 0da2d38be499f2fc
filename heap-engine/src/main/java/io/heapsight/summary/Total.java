/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/** A number of objects and their shallow bytes. */
public record Total(long objects, long bytes) {
    public static final Total NONE = new Total(0, 0);

    /** The objects of one class, for lists without further figures. */
    public record OfClass(String className, Total total) {}

    public Total {
        if (objects < 0 || bytes < 0) {
            throw new IllegalArgumentException(objects + " objects, " + bytes + " bytes");
        }
    }

    public Total plus(Total other) {
        return new Total(objects + other.objects, bytes + other.bytes);
    }

    public Total minus(Total other) {
        return new Total(objects - other.objects, bytes - other.bytes);
    }
}
