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
 * A question that an assistant may ask.
 *
 * @param title for people
 * @param about for the assistant: what it answers, and when to ask it
 * @param endpoint what answers it of a sidecar
 * @param view what answers it of a dump; empty where none does
 * @param cost what it costs the target; empty: nothing that the target notices
 * @param parameters those of the endpoint that are offered, and those of the answer's form
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
     * What a dump is asked.
     *
     * @param label of the view of {@code heapsight heap}, or {@link #SUMMARY}
     * @param what the parameter that the view is of, where it is of something
     */
    public record View(String label, Optional<String> what) {
        /** What {@code heapsight analyze} shows. */
        static final String SUMMARY = "summary";
    }

    /** What the assistant reads of it. */
    public String description() {
        return about + cost.map(each -> " COST: " + each).orElse("");
    }

    /** Whether nothing is different when it has been answered, as of all but one. */
    public boolean readsOnly() {
        return endpoint.method() == Method.GET || endpoint.path().equals("/garbage");
    }

    /** What arguments it takes; a pattern is told in words, too. */
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
