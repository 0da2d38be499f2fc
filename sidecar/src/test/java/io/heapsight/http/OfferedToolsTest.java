/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.mcp.Tool;
import io.heapsight.cli.mcp.ToolList;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Route;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares the tools for assistants with the API. */
class OfferedToolsTest {
    private static final Set<String> OF_THE_FORM = Set.of("format", "characters");

    /** Tools that query the target without pausing it. */
    private static final Set<String> UNNOTICED =
            Set.of("/doctor", "/memory", "/gc", "/advice", "/compare");

    @Test
    void toolsAreRoutesWithTheirParameters() throws Exception {
        try (RunningApi api = RunningApi.of(Map.of(), List.of())) {
            for (Tool tool : ToolList.ofSidecar(true)) {
                Route route = route(api, tool);
                for (Parameter<?> each : tool.parameters()) {
                    if (!OF_THE_FORM.contains(each.name())) {
                        isThatOf(route, each);
                    }
                }
                assertThat(route.queryParameters())
                        .as(tool.name())
                        .filteredOn(Parameter::needed)
                        .extracting(each -> each.name())
                        .isSubsetOf(names(tool));
                assertThat(route.pathParameters())
                        .as(tool.name())
                        .extracting(each -> each.name())
                        .isSubsetOf(names(tool));
            }
        }
    }

    @Test
    void intrusiveToolsAreOfferedOnlyIfAllowed() throws Exception {
        try (RunningApi api = RunningApi.of(Map.of(), List.of())) {
            assertThat(ToolList.ofSidecar(true))
                    .allSatisfy(
                            tool ->
                                    assertThat(tool.cost().isPresent())
                                            .as(tool.name())
                                            .isEqualTo(isNoticed(route(api, tool))));
        }
        assertThat(ToolList.ofSidecar(false))
                .hasSizeGreaterThan(20)
                .allSatisfy(tool -> assertThat(tool.cost()).isEmpty());
        assertThat(ToolList.ofSidecar(true))
                .filteredOn(tool -> !tool.readsOnly())
                .extracting(Tool::name)
                .containsExactly("trim", "take_heap_dump");
    }

    @Test
    void descriptionsNameTheCost() {
        assertThat(ToolList.ofSidecar(true))
                .filteredOn(tool -> tool.cost().isPresent())
                .hasSize(6)
                .allSatisfy(tool -> assertThat(tool.description()).contains(" COST: "));
    }

    private static boolean isNoticed(Route route) {
        return route.cost() == Cost.COSTLY && !UNNOTICED.contains(route.path());
    }

    private static void isThatOf(Route route, Parameter<?> offered) {
        Parameter<?> its =
                route.about().parameters().stream()
                        .filter(each -> each.name().equals(offered.name()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(route.path() + " " + offered.name()));
        assertThat(offered.schema()).as(route.path()).isEqualTo(its.schema());
        assertThat(offered.needed())
                .as(route.path() + " " + offered.name())
                .isEqualTo(its.needed() || route.isInPath(its));
    }

    private static List<String> names(Tool tool) {
        return tool.parameters().stream().<String>map(Parameter::name).toList();
    }

    private static Route route(RunningApi api, Tool tool) {
        return api.routes().stream()
                .filter(each -> each.method() == tool.endpoint().method())
                .filter(each -> each.path().equals(tool.endpoint().path()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(tool.endpoint().toString()));
    }
}
