/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.file.GzipByteSource;
import io.heapsight.http.request.FormatNegotiation;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code GET /page/FILE}: the files of the web page at {@code /}, which are resources of the
 * program. They contain no data of a target: the page calls the API like any other client.
 */
final class PageResource {
    private static final Parameter<String> FILE =
            Parameter.text("file", "[a-z]{1,30}\\.(css|js|svg)", "a file of the page", "its name");

    private static final Map<String, String> MEDIA_TYPES =
            Map.of("css", "text/css", "js", "text/javascript", "svg", "image/svg+xml");

    /** Lets the page load only its own scripts and styles, and connect only to its own server. */
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    Route route() {
        Map<String, Supplier<Schema>> forms = new LinkedHashMap<>();
        MEDIA_TYPES.values().stream().sorted().forEach(type -> forms.put(type, Schema::string));
        return new Route(
                Method.GET,
                "/page/{file}",
                Access.OPEN,
                Cost.CHEAP,
                new Route.About(
                        "scripts and styles of the web page",
                        List.of(FILE),
                        AnswerDeclaration.always(forms)),
                PageResource::file);
    }

    /** Answers with the page itself. */
    static Reply index(Exchange exchange) {
        exchange.answerHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        exchange.answerHeader("Referrer-Policy", "no-referrer");
        byte[] page =
                resource("index.html")
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "the program does not contain its page"));
        return answer(exchange, ReplyFormat.HTML.contentType(), page);
    }

    private static Reply file(Exchange exchange) throws ProblemException {
        String name = exchange.get(FILE);
        byte[] bytes =
                resource(name)
                        .orElseThrow(
                                () ->
                                        new ProblemException(
                                                Problem.Kind.NOT_FOUND,
                                                "The page has no such file",
                                                name,
                                                "Open / in a browser."));
        String type = MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        return answer(exchange, type + "; charset=utf-8", bytes);
    }

    private static Reply answer(Exchange exchange, String contentType, byte[] bytes) {
        exchange.answerHeader("Vary", "Accept, Accept-Encoding");
        if (!FormatNegotiation.acceptsGzip(exchange.header("Accept-Encoding"))) {
            return new Reply.Content(contentType, Buffer.buffer(bytes));
        }
        exchange.answerHeader("Content-Encoding", "gzip");
        return new Reply.Content(contentType, Buffer.buffer(GzipByteSource.of(List.of(bytes))));
    }

    private static Optional<byte[]> resource(String name) {
        try (InputStream in = PageResource.class.getResourceAsStream("page/" + name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own file " + name, e);
        }
    }
}
