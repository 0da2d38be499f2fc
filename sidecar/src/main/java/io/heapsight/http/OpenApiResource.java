/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.answer.ProblemDocument;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.RequestBodyDeclaration;
import io.heapsight.http.route.Route;
import io.heapsight.json.JsonTreeWriter;
import io.heapsight.json.Schema;
import io.heapsight.summary.DominatorResultsJson;
import io.heapsight.unit.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * {@code GET /openapi.json}: the route table as OpenAPI 3.1. The resource generates the document
 * for each request, because a rarely read document is not worth the memory.
 */
final class OpenApiResource {
    private static final List<Problem.Kind> OF_ALL =
            List.of(
                    Problem.Kind.BAD_REQUEST,
                    Problem.Kind.NOT_FOUND,
                    Problem.Kind.NOT_ALLOWED,
                    Problem.Kind.PAYLOAD_TOO_LARGE,
                    Problem.Kind.INTERNAL,
                    Problem.Kind.UNAVAILABLE);
    private static final List<Problem.Kind> OF_PROTECTED =
            List.of(Problem.Kind.UNAUTHORIZED, Problem.Kind.FORBIDDEN);
    private static final List<Problem.Kind> OF_COSTLY =
            List.of(
                    Problem.Kind.CONFLICT,
                    Problem.Kind.GONE,
                    Problem.Kind.TOO_MANY_REQUESTS,
                    Problem.Kind.REFUSED_BY_TARGET,
                    Problem.Kind.TIMED_OUT,
                    Problem.Kind.NO_ROOM);

    private final Supplier<List<Route>> routes;
    private final String version;

    /**
     * @param routes of the whole server, including this one
     * @param version of heapsight
     */
    OpenApiResource(Supplier<List<Route>> routes, String version) {
        this.routes = routes;
        this.version = version;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/openapi.json",
                Access.OPEN,
                Cost.CHEAP,
                new Route.About(
                        "this API as an OpenAPI 3.1 document",
                        List.of(),
                        AnswerDeclaration.always(
                                Map.of(ReplyFormat.JSON.mediaType(), Schema::object))),
                _ ->
                        new Reply.Content(
                                ReplyFormat.JSON.contentType(), JsonTreeWriter.write(document())));
    }

    private Map<String, Object> document() {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Route route : routes.get()) {
            @SuppressWarnings("unchecked") // only the next line adds entries
            Map<String, Object> item =
                    (Map<String, Object>)
                            paths.computeIfAbsent(route.path(), _ -> new LinkedHashMap<>());
            item.put(route.method().name().toLowerCase(Locale.ROOT), operation(route));
        }
        return tree(
                "openapi",
                "3.1.0",
                "info",
                tree(
                        "title",
                        "heapsight",
                        "version",
                        version,
                        "description",
                        "Memory and GC diagnostics of the JVMs that this sidecar observes.",
                        "license",
                        tree("name", "Apache-2.0", "identifier", "Apache-2.0")),
                "servers",
                List.of(tree("url", "/")),
                "paths",
                paths,
                "components",
                tree(
                        "schemas",
                        tree(
                                ProblemDocument.COMPONENT,
                                ProblemDocument.schema().tree(),
                                DominatorResultsJson.NODE_COMPONENT,
                                DominatorResultsJson.NODE.schema().tree()),
                        "securitySchemes",
                        tree(
                                "token",
                                tree(
                                        "type",
                                        "http",
                                        "scheme",
                                        "bearer",
                                        "description",
                                        "The token of HEAPSIGHT_TOKEN_FILE; callers on loopback"
                                                + " need none."))));
    }

    private static Map<String, Object> operation(Route route) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", operationId(route));
        operation.put("summary", route.about().summary());
        List<Object> parameters = new ArrayList<>();
        route.pathParameters().forEach(each -> parameters.add(parameter(each, "path")));
        route.queryParameters().forEach(each -> parameters.add(parameter(each, "query")));
        operation.put("parameters", parameters);
        route.about().body().ifPresent(body -> operation.put("requestBody", body(body)));
        operation.put("responses", responses(route));
        if (route.access() == Access.PROTECTED) {
            // Either the token or, on loopback, nothing.
            operation.put("security", List.of(tree("token", List.of()), Map.of()));
        }
        return operation;
    }

    private static Map<String, Object> parameter(Parameter<?> parameter, String place) {
        Map<String, Object> tree =
                tree(
                        "name",
                        parameter.name(),
                        "in",
                        place,
                        "required",
                        place.equals("path") || parameter.needed());
        tree.put("description", parameter.description() + " (" + parameter.expected() + ")");
        tree.put("schema", parameter.schema().tree());
        return tree;
    }

    private static Map<String, Object> body(RequestBodyDeclaration body) {
        return tree(
                "description",
                body.description(),
                "required",
                body.needed(),
                "content",
                tree(body.mediaType(), tree("schema", body.schema().get().tree())));
    }

    private static Map<String, Object> responses(Route route) {
        Map<String, Object> content = new LinkedHashMap<>();
        route.about()
                .produces()
                .schemas()
                .forEach((type, schema) -> content.put(type, tree("schema", schema.get().tree())));
        Map<String, Object> responses =
                tree(
                        Integer.toString(route.about().produces().status()),
                        tree("description", "OK", "content", content));
        List<Problem.Kind> kinds = new ArrayList<>(OF_ALL);
        if (route.about().produces().negotiated()) {
            kinds.add(Problem.Kind.NOT_ACCEPTABLE);
        }
        if (route.access() == Access.PROTECTED) {
            kinds.addAll(OF_PROTECTED);
            kinds.addAll(OF_COSTLY);
        }
        if (route.cost() == Cost.TRANSFER) {
            responses.put("206", tree("description", "the requested range", "content", content));
            kinds.add(Problem.Kind.RANGE_NOT_SATISFIABLE);
        }
        kinds.sort(null);
        for (Problem.Kind kind : kinds) {
            responses.put(Integer.toString(kind.httpStatus()), problem(kind));
        }
        return responses;
    }

    private static Map<String, Object> problem(Problem.Kind kind) {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        Map<String, Object> response =
                tree(
                        "description",
                        name,
                        "content",
                        tree(
                                ProblemDocument.MEDIA_TYPE,
                                tree("schema", Schema.reference(ProblemDocument.COMPONENT).tree()),
                                ReplyFormat.TEXT.mediaType(),
                                tree("schema", Schema.string().tree())));
        switch (kind) {
            case CONFLICT, TOO_MANY_REQUESTS ->
                    response.put("headers", header("Retry-After", Schema.integer()));
            case UNAUTHORIZED ->
                    response.put("headers", header("WWW-Authenticate", Schema.string()));
            case NOT_ALLOWED -> response.put("headers", header("Allow", Schema.string()));
            case BAD_REQUEST,
                    FORBIDDEN,
                    NOT_FOUND,
                    NOT_ACCEPTABLE,
                    GONE,
                    PAYLOAD_TOO_LARGE,
                    RANGE_NOT_SATISFIABLE,
                    INTERNAL,
                    REFUSED_BY_TARGET,
                    UNAVAILABLE,
                    TIMED_OUT,
                    NO_ROOM -> {}
        }
        return response;
    }

    private static Map<String, Object> header(String name, Schema schema) {
        return tree(name, tree("schema", schema.tree()));
    }

    /** Derives an id: {@code getHistogramDiff} for {@code GET /histogram/diff}. */
    private static String operationId(Route route) {
        StringBuilder id = new StringBuilder(route.method().name().toLowerCase(Locale.ROOT));
        for (String part : route.path().split("[/{}.]+", -1)) {
            if (!part.isEmpty()) {
                id.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
            }
        }
        return id.toString();
    }

    private static Map<String, Object> tree(Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return tree;
    }
}
