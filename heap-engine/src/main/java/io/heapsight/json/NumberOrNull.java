/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** A number, or null for NaN and infinity, which JSON can't represent. */
record NumberOrNull(Schema schema) implements JsonValueCodec<Double> {
    @Override
    public void write(JsonGenerator json, Double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    @Override
    public Object read(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_NULL ? Double.NaN : JsonObject.value(json);
    }
}
