/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Makes rows for tests. */
public final class SampleRows {
    private SampleRows() {}

    /** The rows of a list, in its order. */
    public static HistogramRows of(List<ClassHistogramRow> rows) {
        try (HistogramRows.Builder builder = new HistogramRows.Builder()) {
            for (ClassHistogramRow row : rows) {
                byte[] name = row.name().getBytes(StandardCharsets.UTF_8);
                byte[] module = row.module().getBytes(StandardCharsets.UTF_8);
                builder.name(name, 0, name.length);
                builder.module(module, module.length);
                builder.add(row.instances(), row.bytes());
            }
            return builder.build();
        }
    }
}
