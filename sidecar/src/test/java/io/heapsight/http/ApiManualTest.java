/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the tables of docs/api.md with the routes; README shows a few of them. */
class ApiManualTest {
    private static final Pattern ENDPOINT = Pattern.compile("`((?:GET|POST|PUT|DELETE) /[^`]*)`");
    private static final int ROWS_OF_README = 10;

    /** The mark of requests that need neither loopback nor a token. */
    private static final String OPEN = "open";

    @Test
    void tablesNameEveryRouteAndItsAccess() throws Exception {
        Set<String> served = new TreeSet<>();
        try (RunningApi api = RunningApi.of(Map.of(), List.of())) {
            for (Route route : api.routes()) {
                String access = route.access() == Access.PROTECTED ? "" : OPEN;
                served.add(route.method() + " " + route.path() + " " + access);
            }
        }
        assertThat(written(Path.of("..", "docs", "api.md"))).isEqualTo(served);
    }

    @Test
    void readmeShowsTheMostUsedRoutes() throws IOException {
        Path readme = Path.of("..", "README.md");

        assertThat(written(readme)).isSubsetOf(written(Path.of("..", "docs", "api.md")));
        assertThat(rows(readme)).hasSizeBetween(1, ROWS_OF_README);
    }

    /** Method, path and access of each endpoint in a page's tables. */
    private static Set<String> written(Path page) throws IOException {
        Set<String> written = new TreeSet<>();
        for (String row : rows(page)) {
            String[] cells = row.split("\\|");
            Matcher endpoint = ENDPOINT.matcher(cells[1]);
            while (endpoint.find()) {
                String access = cells[2].strip().equals(OPEN) ? OPEN : "";
                written.add(endpoint.group(1) + " " + access);
            }
        }
        return written;
    }

    private static List<String> rows(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.matches("\\| `(GET|POST|PUT|DELETE) .*"))
                .toList();
    }
}
