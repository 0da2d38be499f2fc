/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.json.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The successful answer of a route.
 *
 * @param schemas by media type, preferred one first; created lazily
 * @param negotiated whether {@code Accept} or {@code ?format=} selects one of {@link #formats}
 * @param status HTTP status
 */
public record AnswerDeclaration(
        Map<String, Supplier<Schema>> schemas, boolean negotiated, int status) {
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    /** A text or a JSON document. */
    public static AnswerDeclaration textOr(Supplier<Schema> json) {
        Map<String, Supplier<Schema>> schemas = new LinkedHashMap<>();
        schemas.put(ReplyFormat.TEXT.mediaType(), Schema::string);
        schemas.put(ReplyFormat.JSON.mediaType(), json);
        return new AnswerDeclaration(schemas, true, OK);
    }

    /** Adds the format of a page. */
    public AnswerDeclaration orPage() {
        return andMaybe(ReplyFormat.HTML.mediaType(), Schema::string);
    }

    /** Adds table formats, for a merge request or a spreadsheet. */
    public AnswerDeclaration orTable() {
        return andMaybe(ReplyFormat.MARKDOWN.mediaType(), Schema::string)
                .andMaybe(ReplyFormat.CSV.mediaType(), Schema::string);
    }

    /** Returns the same with status 202, for an answer that precedes the work it describes. */
    public AnswerDeclaration accepted() {
        return new AnswerDeclaration(schemas, negotiated, ACCEPTED);
    }

    /** The formats that a caller can choose from, preferred one first. */
    public List<ReplyFormat> formats() {
        return Stream.of(ReplyFormat.values())
                .filter(format -> schemas.containsKey(format.mediaType()))
                .toList();
    }

    /** Adds a format that only some parameters produce. */
    public AnswerDeclaration andMaybe(String mediaType, Supplier<Schema> schema) {
        Map<String, Supplier<Schema>> more = new LinkedHashMap<>(schemas);
        more.put(mediaType, schema);
        return new AnswerDeclaration(more, negotiated, status);
    }

    /** Declares answers that ignore the Accept header. */
    public static AnswerDeclaration always(Map<String, Supplier<Schema>> schemas) {
        return new AnswerDeclaration(schemas, false, OK);
    }
}
