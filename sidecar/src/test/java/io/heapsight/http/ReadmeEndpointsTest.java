/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** README's table of endpoints and the routes are the same. */
class ReadmeEndpointsTest {
    private static final Pattern ENDPOINT = Pattern.compile("`((?:GET|POST|PUT|DELETE) /[^`]*)`");

    @Test
    void tableNamesEveryRouteAndItsAccess() throws Exception {
        Set<String> written = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("..", "README.md"))) {
            if (line.startsWith("| `")) {
                String[] cells = line.split("\\|");
                Matcher endpoint = ENDPOINT.matcher(cells[1]);
                while (endpoint.find()) {
                    written.add(endpoint.group(1) + " " + cells[2].strip());
                }
            }
        }
        Set<String> served = new TreeSet<>();
        try (RunningApi api = RunningApi.of(Map.of(), List.of())) {
            for (Route route : api.routes()) {
                String key = route.access() == Access.PROTECTED ? "key" : "";
                served.add(route.method() + " " + route.path() + " " + key);
            }
        }
        assertThat(written).isEqualTo(served);
    }
}
