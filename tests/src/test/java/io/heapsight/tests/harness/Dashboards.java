/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The queries of the dashboards of this checkout, with all variables set to their widest value. */
public final class Dashboards {
    /** Variables that Grafana substitutes. */
    private static final Map<String, String> VARIABLES =
            Map.of(
                    "$__rate_interval", "30s",
                    "$__range", "1m",
                    "$namespace", ".*",
                    "$pod", ".*",
                    "$target", ".+",
                    "$base", ".*",
                    "$candidate", ".*",
                    "$shift", "1s",
                    "$top", "20");

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

    private Dashboards() {}

    /** Queries of panels and variables, with variables substituted. */
    public static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        for (Path file : files()) {
            Json dashboard = Json.parse(Files.readString(file));
            for (Json panel : dashboard.at("panels").items()) {
                List<Json> asked = panel.at("targets").items();
                assertThat(asked).as("%s: %s", file, panel.at("title").text()).isNotEmpty();
                asked.forEach(target -> queries.add(filled(target.at("expr").text())));
            }
            for (Json variable : dashboard.at("templating", "list").items()) {
                if (variable.at("type").text().equals("query")) {
                    String list = filled(variable.at("query", "query").text());
                    Matcher asks = LABEL_VALUES.matcher(list);
                    assertThat(asks.matches()).as(list).isTrue();
                    queries.add("count by (%2$s) (%1$s)".formatted(asks.group(1), asks.group(2)));
                }
            }
        }
        return queries;
    }

    /** Queries of annotations. */
    public static List<String> annotations() throws IOException {
        List<String> queries = new ArrayList<>();
        for (Path file : files()) {
            Json dashboard = Json.parse(Files.readString(file));
            for (Json annotation : dashboard.at("annotations", "list").items()) {
                queries.add(filled(annotation.at("expr").text()));
            }
        }
        return queries;
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Checkout.root().resolve("grafana/dashboards"))) {
            List<Path> all = files.sorted().toList();
            assertThat(all).hasSize(7);
            return all;
        }
    }

    private static String filled(String query) {
        String filled = query;
        for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
            filled = filled.replace(variable.getKey(), variable.getValue());
        }
        assertThat(filled).as("a variable that this test does not know").doesNotContain("$");
        return filled;
    }
}
