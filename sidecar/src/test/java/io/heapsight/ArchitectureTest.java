/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.List;

/** The order of the layers, and the fences around the libraries. */
@AnalyzeClasses(packages = "io.heapsight", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Each package uses only packages that stand before it. */
    private static final List<String> LAYERS =
            List.of(
                    "demo",
                    "unit",
                    "stats",
                    "hprof",
                    "summary",
                    "heap",
                    "redact",
                    "proc",
                    "cgroup",
                    "perfdata",
                    "attach",
                    "target",
                    "jstat",
                    "memory",
                    "histogram",
                    "operation",
                    "job",
                    "upload",
                    "dump",
                    "trigger",
                    "run",
                    "postmortem",
                    "compare",
                    "advice",
                    "experiment",
                    "doctor",
                    "report",
                    "metrics",
                    "config",
                    "http",
                    "cli");

    @ArchTest static final ArchRule LAYERS_USE_ONLY_THOSE_ABOVE = layersUseOnlyThoseAbove();

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLE =
            slices().matching("io.heapsight.(*)..").should().beFreeOfCycles();

    @ArchTest static final ArchRule VERTX_STAYS_IN_HTTP = only("io.vertx..", "..heapsight.http..");

    @ArchTest
    static final ArchRule PROMETHEUS_STAYS_IN_METRICS =
            only("io.prometheus..", "..heapsight.metrics..");

    @ArchTest
    static final ArchRule YAML_STAYS_IN_EXPERIMENT =
            only("org.snakeyaml..", "..heapsight.experiment..");

    @ArchTest
    static final ArchRule ZSTD_STAYS_IN_HPROF = only("io.airlift..", "..heapsight.hprof..");

    @ArchTest
    static final ArchRule PICOCLI_STAYS_IN_CLI =
            only("picocli..", "..heapsight.cli..", "io.heapsight");

    @ArchTest
    static final ArchRule NATIVE_MEMORY_STAYS_IN_ITS_PACKAGES =
            only(
                    "java.lang.foreign..",
                    "..heapsight.hprof..",
                    "..heapsight.heap..",
                    "..heapsight.perfdata..",
                    "..heapsight.attach..",
                    "..heapsight.postmortem..");

    private static ArchRule only(String library, String... packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .allowEmptyShould(true);
    }

    private static ArchRule layersUseOnlyThoseAbove() {
        ArchRule all = only("io.heapsight.nothing..", "io.heapsight..");
        for (int i = 0; i < LAYERS.size() - 1; i++) {
            String[] below =
                    LAYERS.subList(i + 1, LAYERS.size()).stream()
                            .map(layer -> "io.heapsight." + layer + "..")
                            .toArray(String[]::new);
            ArchRule rule =
                    noClasses()
                            .that()
                            .resideInAPackage("io.heapsight." + LAYERS.get(i) + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(below)
                            .allowEmptyShould(true);
            all = CompositeArchRule.of(all).and(rule);
        }
        return all;
    }
}
