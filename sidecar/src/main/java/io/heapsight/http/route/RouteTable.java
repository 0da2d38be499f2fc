/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SpellingSuggestion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds the route of a request by trying the templates one after the other. */
public final class RouteTable {
    /**
     * A route that fits a request.
     *
     * @param pathArguments decoded, by name
     */
    public record Match(Route route, Map<String, String> pathArguments) {}

    private final List<Route> routes;

    public RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /**
     * Finds the route; HEAD finds that of GET.
     *
     * @param path still percent-encoded
     * @throws MethodNotAllowed if the path has routes, but not for this method
     * @throws ProblemException 404, or 400 if the encoding of the path is invalid
     */
    public Match find(String method, String path) throws ProblemException {
        String wanted = method.equals("HEAD") ? "GET" : method;
        Set<String> allowed = new LinkedHashSet<>();
        for (Match each : at(path)) {
            Method its = each.route().method();
            if (its.name().equals(wanted)) {
                return each;
            }
            allowed.add(its.name());
            if (its == Method.GET) {
                allowed.add("HEAD");
            }
        }
        if (!allowed.isEmpty()) {
            throw new MethodNotAllowed(method, path, allowed);
        }
        throw new ProblemException(notFound(path));
    }

    /** The routes that match a path; more specific ones hide less specific ones. */
    private List<Match> at(String path) throws ProblemException {
        List<Match> found = new ArrayList<>();
        int fewest = Integer.MAX_VALUE;
        for (Route route : routes) {
            Optional<Map<String, String>> arguments = match(route.path(), path);
            if (arguments.isPresent() && arguments.get().size() <= fewest) {
                if (arguments.get().size() < fewest) {
                    found.clear();
                    fewest = arguments.get().size();
                }
                found.add(new Match(route, arguments.get()));
            }
        }
        return found;
    }

    private static Optional<Map<String, String>> match(String template, String path)
            throws ProblemException {
        String[] wanted = template.split("/", -1);
        String[] given = path.split("/", -1);
        if (wanted.length != given.length) {
            return Optional.empty();
        }
        Map<String, String> arguments = new TreeMap<>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                String name = wanted[i].substring(1, wanted[i].length() - 1);
                arguments.put(name, decode(given[i]));
            } else if (!wanted[i].equals(given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(arguments);
    }

    private static String decode(String segment) throws ProblemException {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Malformed path",
                    "\"%s\" has a bad percent escape.".formatted(segment),
                    "Write % as %25.",
                    e);
        }
    }

    private Problem notFound(String path) {
        List<String> known = new ArrayList<>(routes.stream().map(Route::path).distinct().toList());
        String near =
                SpellingSuggestion.of(path, known)
                        .map(each -> "Did you mean " + each + "? ")
                        .orElse("");
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No such endpoint",
                "No endpoint at " + path + ".",
                near + "GET / lists the endpoints.");
    }
}
