/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SpellingSuggestion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a request's parameters by its route's declaration; undeclared parameters are errors. */
public final class RequestArgumentParser {
    private static final String WORD = "[A-Za-z0-9_-]{1,200}";

    private RequestArgumentParser() {}

    /**
     * Parses the arguments, by name.
     *
     * @param query without its question mark, still encoded
     * @throws ProblemException 400: unknown, repeated, missing, or invalid; 404: an id that can't
     *     exist
     */
    public static Map<String, Object> parse(RouteTable.Match match, @Nullable String query)
            throws ProblemException {
        Route route = match.route();
        Map<String, Object> arguments = new HashMap<>();
        for (Parameter<?> parameter : route.pathParameters()) {
            String text = match.pathArguments().getOrDefault(parameter.name(), "");
            arguments.put(parameter.name(), pathValue(parameter, text));
        }
        arguments.putAll(readAll(route.path(), route.queryParameters(), split(query)));
        return arguments;
    }

    /**
     * Parses the arguments, by name.
     *
     * @param of the endpoint, for errors
     * @param known its parameters
     * @throws ProblemException 400: unknown, missing, or invalid
     */
    public static Map<String, Object> read(
            String of, List<Parameter<?>> known, Map<String, String> given)
            throws ProblemException {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        given.forEach((name, value) -> lists.put(name, List.of(value)));
        return readAll(of, known, lists);
    }

    private static Map<String, Object> readAll(
            String of, List<Parameter<?>> known, Map<String, List<String>> given)
            throws ProblemException {
        Map<String, Object> arguments = new HashMap<>();
        for (Map.Entry<String, List<String>> entry : given.entrySet()) {
            Parameter<?> parameter =
                    known.stream()
                            .filter(each -> each.name().equals(entry.getKey()))
                            .findFirst()
                            .orElse(null);
            if (parameter == null) {
                throw new ProblemException(unknown(of, entry.getKey(), known));
            }
            arguments.put(parameter.name(), values(parameter, entry.getValue()));
        }
        for (Parameter<?> parameter : known) {
            if (parameter.needed() && !arguments.containsKey(parameter.name())) {
                throw bad(
                        "A parameter is missing",
                        "%s needs \"%s\": %s."
                                .formatted(of, parameter.name(), parameter.description()),
                        "Add %s=…: %s.".formatted(parameter.name(), parameter.expected()));
            }
        }
        return arguments;
    }

    private static Object values(Parameter<?> parameter, List<String> texts)
            throws ProblemException {
        if (parameter.isList()) {
            List<Object> all = new ArrayList<>();
            for (String text : texts) {
                all.addAll((List<?>) value(parameter, text));
            }
            return all;
        }
        if (texts.size() > 1) {
            throw bad(
                    "Parameter given twice",
                    "\"" + parameter.name() + "\" is in the query twice.",
                    "Give it once.");
        }
        return value(parameter, texts.getFirst());
    }

    /**
     * Parses a path parameter. A word that is not a valid id gives 404; other invalid texts, such
     * as paths, give 400.
     */
    private static Object pathValue(Parameter<?> parameter, String text) throws ProblemException {
        try {
            return value(parameter, text);
        } catch (ProblemException e) {
            if (parameter.name().equals("id") && text.matches(WORD)) {
                throw new ProblemException(
                        Problem.Kind.NOT_FOUND,
                        "Unknown id",
                        "id=%s: expected %s.".formatted(text, parameter.expected()),
                        "Copy the id from the list.",
                        e);
            }
            throw e;
        }
    }

    private static Object value(Parameter<?> parameter, String text) throws ProblemException {
        try {
            return parameter.parser().apply(text);
        } catch (IllegalArgumentException e) {
            throw bad(
                    "Bad value of a parameter",
                    "%s=%s: expected %s.".formatted(parameter.name(), text, parameter.expected()),
                    "Correct the value, or omit the parameter to use its default.");
        }
    }

    private static Map<String, List<String>> split(@Nullable String query) throws ProblemException {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        if (query == null || query.isEmpty()) {
            return pairs;
        }
        for (String pair : query.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            pairs.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return pairs;
    }

    private static String decode(String text) throws ProblemException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw bad(
                    "Malformed query string",
                    "\"" + text + "\" has a bad percent escape.",
                    "Write % as %25.");
        }
    }

    private static Problem unknown(String of, String name, List<Parameter<?>> known) {
        List<String> names = known.stream().<String>map(Parameter::name).toList();
        String near =
                SpellingSuggestion.of(name, names)
                        .map(each -> "Did you mean " + each + "? ")
                        .orElse("");
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "Unknown parameter",
                "%s has no parameter \"%s\".".formatted(of, name),
                near
                        + (names.isEmpty()
                                ? "No parameters."
                                : "Known parameters: " + String.join(", ", names) + "."));
    }

    private static ProblemException bad(String title, String detail, String remedy) {
        return new ProblemException(Problem.Kind.BAD_REQUEST, title, detail, remedy);
    }
}
