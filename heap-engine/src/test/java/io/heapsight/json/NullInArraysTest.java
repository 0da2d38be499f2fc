/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A value declared as a number or null is read as such at any depth. */
class NullInArraysTest {
    @SuppressWarnings("ArrayRecordComponent") // what is read
    private record Row(double[] values, Map<String, List<Double>> byName) {}

    private static final JsonValueCodec<List<Double>> NUMBERS =
            JsonValueCodec.list(JsonValueCodec.numberOrNull());

    private static final Shape<Row> ROW =
            Shape.<Row>of()
                    .field(
                            "values",
                            NUMBERS.from((double[] each) -> List.of(each[0], each[1])),
                            Row::values)
                    .field("byName", JsonValueCodec.map(NUMBERS), Row::byName);

    @Test
    void convertedArrayRoundTrips() throws Exception {
        Row row = new Row(new double[] {1, Double.NaN}, Map.of("a", List.of(Double.NaN, 2.0)));

        JsonObject read = JsonObject.parse(ROW.text(row), ROW);

        assertThat(read.items(Double.class, "values")).containsExactly(1.0, Double.NaN);
        assertThat(read.object("byName").items(Double.class, "a")).containsExactly(Double.NaN, 2.0);
    }
}
