/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.loader;

import io.heapsight.unit.VisibleText;
import java.util.List;

/**
 * The metaspace of all class loaders.
 *
 * @param total of all loaders
 * @param rows by class of loader, most used metaspace first; at most {@value #MOST_ROWS}
 */
public record MetaspaceByLoaderClass(Row total, List<Row> rows) {
    static final int MOST_ROWS = 50;

    /**
     * The loaders of one class.
     *
     * @param loaderClass "com.acme.PluginLoader"; "&lt;boot class loader>" for the JVM's own
     * @param loaders their number
     * @param classes that they loaded, hidden ones included
     * @param usedBytes metaspace in use, class space included
     * @param chunkBytes size of its chunks; from JDK 16 on, the JVM commits a chunk as it fills
     */
    public record Row(
            String loaderClass, long loaders, long classes, long usedBytes, long chunkBytes) {
        private static final int LONGEST_NAME = 300;

        public Row {
            loaderClass = VisibleText.of(loaderClass, LONGEST_NAME);
        }

        Row plus(Row other) {
            return new Row(
                    loaderClass,
                    loaders + other.loaders,
                    classes + other.classes,
                    usedBytes + other.usedBytes,
                    chunkBytes + other.chunkBytes);
        }
    }

    public MetaspaceByLoaderClass {
        rows = List.copyOf(rows);
    }
}
