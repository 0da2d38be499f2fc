/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * A class name that several loaders have defined a class of.
 *
 * @param loaders how many
 * @param objects reachable ones, of all these classes
 * @param bytes of these
 * @param copies the classes, those that retain most first; not all of many
 */
public record DuplicateClass(
        String name, long loaders, long objects, long bytes, List<Copy> copies) {
    /**
     * One of the classes.
     *
     * @param loaderClass the class of its loader; "boot" for the boot loader
     */
    public record Copy(ClassFigure figure, String loaderClass) {}
}
