/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.json.Schema;
import java.util.function.Supplier;

/**
 * What a request to a route brings along. Whatever Content-Type it has, it is read as that: {@code
 * curl --data} says that it sends a form.
 *
 * @param mediaType what it is
 * @param description one line for the OpenAPI document
 * @param needed whether there is no request without
 * @param large whether it is read while it comes, as {@link Exchange#document}
 */
public record Body(
        String mediaType,
        String description,
        Supplier<Schema> schema,
        boolean needed,
        boolean large) {
    /** A line of text. */
    public static Body line(String description, Schema schema) {
        return new Body("text/plain", description, () -> schema, true, false);
    }

    /** A line of text, which may be left out. */
    public static Body optionalLine(String description, Schema schema) {
        return new Body("text/plain", description, () -> schema, false, false);
    }

    /** A document of ours. */
    public static Body document(String description, Supplier<Schema> schema) {
        return new Body(Format.JSON.mediaType(), description, schema, true, true);
    }

    /** A document of somebody else's form, which may be left out. */
    public static Body optional(String mediaType, String description, Schema schema) {
        return new Body(mediaType, description, () -> schema, false, true);
    }
}
