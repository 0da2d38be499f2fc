/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.memory.BudgetExceededException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Checks the order of the packages and of the subpackages of {@code heap}, the isolation of the
 * libraries, and the number of files per package.
 */
@AnalyzeClasses(packages = "io.heapsight", importOptions = MainClasses.class)
class ArchitectureTest {
    private static final String HEAPSIGHT = "io.heapsight";
    private static final String HEAP = "io.heapsight.heap";
    private static final String DUMP = HEAPSIGHT + ".dump";
    private static final String HTTP = HEAPSIGHT + ".http";
    private static final String REPORT = HEAPSIGHT + ".report";

    /** Each package uses only packages listed before it. */
    private static final List<String> LAYERS =
            List.of(
                    "demo",
                    "unit",
                    "yaml",
                    "json",
                    "stats",
                    "hprof",
                    "summary",
                    "explore",
                    "heap",
                    "redact",
                    "heapdump",
                    "proc",
                    "cgroup",
                    "perfdata",
                    "attach",
                    "jvm",
                    "gc",
                    "gclog",
                    "safepoint",
                    "threadcpu",
                    "jstat",
                    "memory",
                    "collector",
                    "operation",
                    "pause",
                    "histogram",
                    "transfer",
                    "thread",
                    "trim",
                    "loader",
                    "job",
                    "upload",
                    "webhook",
                    "otlp",
                    "prometheus",
                    "kept",
                    "child",
                    "store",
                    "dump",
                    "recording",
                    "vmlog",
                    "profile",
                    "trigger",
                    "run",
                    "postmortem",
                    "compare",
                    "advice",
                    "experiment",
                    "fleet",
                    "doctor",
                    "status",
                    "report",
                    "metrics",
                    "config",
                    "http",
                    "cli");

    /** The subpackages of {@code heap}: each uses only those listed before it. */
    private static final List<String> HEAP_ROOMS =
            List.of(
                    "memory",
                    "parallel",
                    "layout",
                    "classes",
                    "index",
                    "objects",
                    "content",
                    "reachability",
                    "unreachable",
                    "garbage",
                    "waste",
                    "dominators",
                    "retained",
                    "holders",
                    "leaks",
                    "queueleaks",
                    "libraryleaks",
                    "suspects",
                    "explore",
                    "overview",
                    "query",
                    "diff",
                    "paths",
                    "secrets");

    /**
     * The parts of {@code heap} that other packages use: its top package and only these
     * subpackages.
     */
    private static final DescribedPredicate<JavaClass> SHOWN_BY_HEAP_ROOMS =
            belongToAnyOf(HeapFlags.class, BudgetExceededException.class);

    private static final int MOST_FILES_IN_A_ROOM = 25;
    private static final int MOST_FILES_IN_A_PACKAGE = 45;

    @ArchTest
    static final ArchRule LAYERS_USE_ONLY_THOSE_ABOVE = eachUsesOnlyThoseBefore(HEAPSIGHT, LAYERS);

    @ArchTest
    static final ArchRule ROOMS_OF_HEAP_USE_ONLY_THOSE_ABOVE =
            eachUsesOnlyThoseBefore(HEAP, HEAP_ROOMS);

    @ArchTest
    static final ArchRule ROOMS_OF_HEAP_DO_NOT_USE_ITS_WAIST = doNotUse(HEAP + ".*", HEAP);

    @ArchTest
    static final ArchRule ROOMS_OF_HEAP_HAVE_A_PLACE_IN_THE_ORDER =
            classes()
                    .that()
                    .resideInAPackage(HEAP + "..")
                    .should()
                    .resideInAnyPackage(
                            Stream.concat(
                                            Stream.of(HEAP),
                                            HEAP_ROOMS.stream().map(room -> HEAP + "." + room))
                                    .toArray(String[]::new));

    @ArchTest
    static final ArchRule OTHERS_USE_ONLY_THE_WAIST_OF_HEAP =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(HEAP + "..")
                    .should()
                    .dependOnClassesThat(
                            resideInAPackage(HEAP + ".*..").and(not(SHOWN_BY_HEAP_ROOMS)));

    @ArchTest
    static final ArchRule ROUTES_DO_NOT_USE_WHO_SERVES_THEM = doNotUse(HTTP + ".route", HTTP);

    @ArchTest
    static final ArchRule ACCESS_DOES_NOT_USE_WHO_SERVES_IT = doNotUse(HTTP + ".access", HTTP);

    @ArchTest
    static final ArchRule SECTIONS_DO_NOT_USE_REPORTS = doNotUse(REPORT + ".section", REPORT);

    @ArchTest
    static final ArchRule REPORTS_DO_NOT_USE_THOSE_OF_COMPARISONS =
            noClasses()
                    .that()
                    .resideInAPackage(REPORT)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(REPORT + ".comparison");

    @ArchTest
    static final ArchRule PARTS_OF_DUMP_USE_ONLY_THOSE_ABOVE =
            eachUsesOnlyThoseBefore(
                    DUMP, List.of("store", "analysis", "kubernetes", "mat", "capture"));

    @ArchTest
    static final ArchRule PARTS_OF_DUMP_DO_NOT_USE_WHAT_MAKES_JOBS_OF_THEM =
            doNotUse(DUMP + ".*", DUMP);

    @ArchTest
    static final ArchRule ROOMS_OF_HEAP_FORM_NO_CYCLE =
            slices().matching(HEAP + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLE =
            slices().matching("io.heapsight.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ASYNC_PROFILER_STAYS_IN_PROFILE = only("one..", "..heapsight.profile..");

    @ArchTest static final ArchRule VERTX_STAYS_IN_HTTP = only("io.vertx..", "..heapsight.http..");

    @ArchTest
    static final ArchRule PROMETHEUS_STAYS_IN_METRICS =
            only("io.prometheus..", "..heapsight.metrics..");

    @ArchTest
    static final ArchRule YAML_STAYS_IN_ITS_PACKAGE = only("org.snakeyaml..", "..heapsight.yaml..");

    @ArchTest
    static final ArchRule ZSTD_STAYS_IN_HPROF = only("io.airlift..", "..heapsight.hprof..");

    @ArchTest
    static final ArchRule FLIGHT_RECORDER_IS_NOT_LOADED_BY_THE_SIDECAR =
            only("jdk.jfr..", "..heapsight.recording.reader..");

    @ArchTest
    static final ArchRule MISSION_CONTROL_IS_NOT_LOADED_BY_THE_SIDECAR =
            only("org.openjdk.jmc..", "..heapsight.recording.reader..");

    @ArchTest
    static final ArchRule THE_AWS_SDK_IS_NOT_LOADED_BY_THE_SIDECAR =
            only("software.amazon..", "..heapsight.store.s3..");

    @ArchTest
    static final ArchRule OPENTELEMETRY_HAS_ITS_OWN_CLASS_LOADER =
            only("io.opentelemetry..", "..heapsight.otlp.sdk..");

    @ArchTest
    static final ArchRule NOBODY_USES_WHAT_THAT_CLASS_LOADER_LOADS =
            only("io.heapsight.otlp.sdk..", "..heapsight.otlp.sdk..");

    @ArchTest
    static final ArchRule PICOCLI_STAYS_IN_CLI =
            only("picocli..", "..heapsight.cli..", "io.heapsight");

    @ArchTest
    static final ArchRule NATIVE_MEMORY_STAYS_IN_ITS_PACKAGES =
            only(
                    "java.lang.foreign..",
                    "..heapsight.hprof..",
                    "..heapsight.heap..",
                    "..heapsight.proc..",
                    "..heapsight.perfdata..",
                    "..heapsight.attach..",
                    "..heapsight.postmortem..",
                    "..heapsight.cli.output..");

    /** A subpackage doesn't use the types of its parent package. */
    private static ArchRule doNotUse(String part, String itsPackage) {
        return noClasses()
                .that()
                .resideInAPackage(part + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(itsPackage);
    }

    private static ArchRule only(String library, String... packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .allowEmptyShould(true);
    }

    @ArchTest
    static void packagesHaveFewFiles(JavaClasses all) {
        Map<String, Long> files =
                all.stream()
                        .filter(each -> each.isTopLevelClass() && !isPackageInfo(each))
                        .collect(groupingBy(JavaClass::getPackageName, counting()));
        assertThat(files)
                .isNotEmpty()
                .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(most(name)));
    }

    @ArchTest
    static void simpleNamesAreUnique(JavaClasses all) {
        Map<String, List<String>> packages =
                all.stream()
                        .filter(each -> each.isTopLevelClass() && !isPackageInfo(each))
                        .collect(
                                groupingBy(
                                        JavaClass::getSimpleName,
                                        mapping(JavaClass::getPackageName, toList())));
        assertThat(packages.keySet())
                .isNotEmpty()
                .noneMatch(name -> name.endsWith("Test") || name.endsWith("Tests"));
        packages.values().removeIf(in -> in.size() == 1);
        assertThat(packages).isEmpty();
    }

    private static boolean isPackageInfo(JavaClass each) {
        return each.getSimpleName().equals("package-info");
    }

    private static long most(String name) {
        return (name + ".").startsWith(HEAP + ".") ? MOST_FILES_IN_A_ROOM : MOST_FILES_IN_A_PACKAGE;
    }

    private static ArchRule eachUsesOnlyThoseBefore(String parent, List<String> packages) {
        ArchRule all = only("io.heapsight.nothing..", "io.heapsight..");
        for (int i = 0; i < packages.size() - 1; i++) {
            String[] below =
                    packages.subList(i + 1, packages.size()).stream()
                            .map(name -> parent + "." + name + "..")
                            .toArray(String[]::new);
            ArchRule rule =
                    noClasses()
                            .that()
                            .resideInAPackage(parent + "." + packages.get(i) + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(below)
                            .allowEmptyShould(true);
            all = CompositeArchRule.of(all).and(rule);
        }
        return all;
    }
}
