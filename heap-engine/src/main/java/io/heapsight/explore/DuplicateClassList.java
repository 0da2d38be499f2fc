/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Lists the class names that several loaders have defined, ranked by number of loaders.
 *
 * @param total number of names
 */
public record DuplicateClassList(List<Row> rows, long total) {
    /**
     * A class name that several loaders have defined.
     *
     * @param loaders number of loaders
     * @param objects reachable objects of all these classes
     * @param bytes of the reachable objects
     * @param copies the classes, ranked by retained bytes; the first ones of many
     */
    public record Row(String name, long loaders, long objects, long bytes, List<Copy> copies) {}

    /**
     * One of the classes.
     *
     * @param loaderClass the class of its loader; "boot" for the boot loader
     */
    public record Copy(ClassList.Row figure, String loaderClass) {}
}
