/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.json.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tool of the MCP server: one query that an AI assistant can call.
 *
 * @param title for display
 * @param about for the assistant: purpose and use
 * @param endpoint of the sidecar that answers the query
 * @param view of a dump that answers the query; empty if there is none
 * @param cost for the target; empty if it is not affected
 * @param parameters of the endpoint, and of the answer's format
 */
public record Tool(
        String name,
        String title,
        String about,
        Endpoint endpoint,
        Optional<View> view,
        Optional<String> cost,
        List<Parameter<?>> parameters) {
    /**
     * A route of the API.
     *
     * @param path a template: {@code /heapdumps/{id}/summary}
     */
    public record Endpoint(Method method, String path) {}

    /**
     * A query about a dump.
     *
     * @param label of the view of {@code heapsight heap}, or {@link #SUMMARY}
     * @param what the parameter with the view's argument, if it has one
     */
    public record View(String label, Optional<String> what) {
        /** The view that returns the output of {@code heapsight analyze}. */
        static final String SUMMARY = "summary";
    }

    /** Returns the same tool with other parameters. */
    Tool with(List<Parameter<?>> others) {
        return new Tool(name, title, about, endpoint, view, cost, List.copyOf(others));
    }

    /** Returns the description for the assistant. */
    public String description() {
        return about + cost.map(each -> " COST: " + each).orElse("");
    }

    /** Returns whether a call changes nothing; false for heap dumps and for trimming memory. */
    public boolean readsOnly() {
        return endpoint.method() == Method.GET || endpoint.path().equals("/garbage");
    }

    /** Returns the schema of the arguments, with patterns also described in words. */
    public Schema schema() {
        Map<String, Schema> fields = new LinkedHashMap<>();
        for (Parameter<?> each : parameters) {
            boolean told = !each.schema().tree().containsKey("pattern");
            String more = told ? "" : " (" + each.expected() + ")";
            fields.put(each.name(), each.schema().with("description", each.description() + more));
        }
        List<String> needed =
                parameters.stream().filter(Parameter::needed).<String>map(Parameter::name).toList();
        return Schema.object(fields, needed).with("additionalProperties", false);
    }
}
