/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a route answers with when all is well.
 *
 * @param schemas by media type, the preferred one first
 * @param negotiated text or JSON, by {@code Accept} or {@code ?format=}
 */
record Produces(Map<String, Schema> schemas, boolean negotiated) {
    /** Text for people, or a JSON document. */
    static Produces textOr(Schema json) {
        Map<String, Schema> schemas = new LinkedHashMap<>();
        schemas.put(Format.TEXT.mediaType(), Schema.string());
        schemas.put(Format.JSON.mediaType(), json);
        return new Produces(schemas, true);
    }

    /** The same, with a form more that some parameters lead to. */
    Produces andMaybe(String mediaType, Schema schema) {
        Map<String, Schema> more = new LinkedHashMap<>(schemas);
        more.put(mediaType, schema);
        return new Produces(more, negotiated);
    }

    /** Whatever the caller accepts, it gets one of these. */
    static Produces always(Map<String, Schema> schemas) {
        return new Produces(schemas, false);
    }
}
