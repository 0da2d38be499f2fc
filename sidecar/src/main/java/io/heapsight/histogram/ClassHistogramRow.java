/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/**
 * One row of a class histogram.
 *
 * @param name as HotSpot prints it: {@code java.lang.String}, {@code [B}, {@code
 *     [Ljava.lang.Object;}
 * @param module with its version, {@code java.base@25.0.3}; empty on JDK 8 and for unnamed modules
 */
public record ClassHistogramRow(String name, String module, long instances, long bytes) {
    static final String FILLER_ARRAY = "[Ljdk.internal.vm.FillerElement;";
    static final String FILLER_OBJECT = "jdk.internal.vm.FillerObject";

    /** Returns the module without its version: {@code java.base}. */
    public String moduleName() {
        int at = module.indexOf('@');
        return at < 0 ? module : module.substring(0, at);
    }

    /**
     * Returns whether it is padding that the JVM inserts between objects to make a heap walkable:
     * not garbage.
     */
    static boolean isFiller(String className) {
        return className.equals(FILLER_ARRAY) || className.equals(FILLER_OBJECT);
    }
}
