/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads samples written as rows of numbers, after a header line with the names of the columns.
 *
 * <pre>
 * {"columns":["heapUsedBytes","pools/G1 Eden Space/usedBytes"]}
 * [1763776200120,52428800,null]
 * </pre>
 */
final class SampleRowReader {
    static final String COLUMNS = "columns";

    private static final int MOST_COLUMNS = 1000;

    private final List<RunColumn> columns = new ArrayList<>();

    /** Reads the names of the columns of the following rows. */
    void columns(JsonValueReader json) throws IOException {
        List<String> paths = new ArrayList<>();
        json.texts(paths, MOST_COLUMNS);
        columns.clear();
        paths.forEach(path -> columns.add(RunColumn.parse(path)));
    }

    /** Reads the rest of the current row. */
    void row(JsonValueReader json, RunSamples.Builder samples) throws IOException {
        samples.begin(json.epochMillis());
        int at = 0;
        for (JsonToken token = json.nextToken();
                token != JsonToken.END_ARRAY;
                token = json.nextToken()) {
            if (at == columns.size()) {
                throw json.wrong("more numbers than the " + at + " columns");
            }
            if (token != JsonToken.VALUE_NULL) {
                samples.put(columns.get(at), json.currentNumber());
            }
            at++;
        }
        if (at != columns.size()) {
            throw json.wrong(at + " numbers for " + columns.size() + " columns");
        }
    }
}
