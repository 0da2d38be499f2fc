/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.json.Schema;
import java.util.function.Supplier;

/**
 * The declaration of a request's body. The server parses the body as this media type, whatever its
 * Content-Type, because {@code curl --data} declares a form.
 *
 * @param mediaType of the body
 * @param description one line for the OpenAPI document
 * @param needed whether it is required
 * @param large whether it is streamed, as {@link Exchange#document}
 */
public record RequestBodyDeclaration(
        String mediaType,
        String description,
        Supplier<Schema> schema,
        boolean needed,
        boolean large) {
    /** A line of text. */
    public static RequestBodyDeclaration line(String description, Schema schema) {
        return new RequestBodyDeclaration("text/plain", description, () -> schema, true, false);
    }

    /** An optional line of text. */
    public static RequestBodyDeclaration optionalLine(String description, Schema schema) {
        return new RequestBodyDeclaration("text/plain", description, () -> schema, false, false);
    }

    /** A document in a heapsight format. */
    public static RequestBodyDeclaration document(String description, Supplier<Schema> schema) {
        return new RequestBodyDeclaration(
                ReplyFormat.JSON.mediaType(), description, schema, true, true);
    }

    /** An optional document in an external format. */
    public static RequestBodyDeclaration optional(
            String mediaType, String description, Schema schema) {
        return new RequestBodyDeclaration(mediaType, description, () -> schema, false, true);
    }
}
