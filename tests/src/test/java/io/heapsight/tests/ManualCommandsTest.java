/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.Manual;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.StartsFirst;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Runs the commands of the pages in docs/ in their order. */
@ResourceLock("LeakingShop")
@StartsFirst
class ManualCommandsTest {
    private static final List<Manual> RUN_HERE =
            pages(
                    "api",
                    "bundle",
                    "comparing-runs",
                    "doctor",
                    "gc",
                    "heap-dumps",
                    "heap-explorer",
                    "memory",
                    "oom",
                    "postmortems",
                    "recordings",
                    "runs");

    /** Pages by the runner of their commands. */
    private static final Map<String, String> RUN_ELSEWHERE =
            Map.ofEntries(entry("docs/kubernetes.md", "tests/cluster"));

    /** Commands by the test that covers them. */
    private static final Map<String, String> COVERED_ELSEWHERE =
            Map.ofEntries(
                    entry(
                            "curl localhost:9404/postmortems/ID",
                            "PostmortemsTest; the demo ends with its target"));

    private static final Map<String, String> OFTEN =
            Map.of(
                    "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s",
                    "HEAPSIGHT_MIN_INTERVAL_GARBAGE", "0s",
                    "HEAPSIGHT_MIN_INTERVAL_HEAPDUMP", "0s");

    private static final Pattern TAKES_A_FILE =
            Pattern.compile("^curl -X POST '?localhost:9404/(heapdumps|recordings|gclog)");

    /** The address format of the manual. */
    private static final String AN_OBJECT = "0xc0012340";

    /** Other tests may have left more. */
    private static final String THE_DEMO = "$(jcmd | awk '/LeakingShop/{print $1; exit}')";

    @TempDir private Path folder;

    private LocalSidecar demo;

    private static List<Manual> pages(String... names) {
        return List.of(names).stream().map(name -> new Manual("docs/" + name + ".md")).toList();
    }

    @BeforeEach
    void start() {
        demo = LocalSidecar.demo(OFTEN);
    }

    @AfterEach
    void stop() {
        demo.close();
    }

    @Test
    void everyPageWithCommandsIsRun() {
        List<String> names = Manual.withCommands("docs").stream().map(Manual::name).toList();
        assertThat(names).containsAll(RUN_HERE.stream().map(Manual::name).toList());
        assertThat(names)
                .filteredOn(name -> !RUN_ELSEWHERE.containsKey(name))
                .as("pages with sh blocks that no test runs")
                .isSubsetOf(RUN_HERE.stream().map(Manual::name).toList());
    }

    @Test
    void requestsAndDoctor() {
        runAll("docs/api.md");
        runAll("docs/doctor.md");
        runAll("docs/memory.md");
        runAll("docs/gc.md");
        runAll("docs/postmortems.md");
    }

    @Test
    void heapDumps() {
        runAll("docs/heap-dumps.md");
        runAll("docs/heap-explorer.md");
        runAll("docs/oom.md");
    }

    @Test
    void incidentBundle() {
        runAll("docs/bundle.md");
        for (String file : List.of("samples.json", "histogram-diff.txt", "memory.txt")) {
            run("test -s heapsight-incident/" + file);
        }
    }

    @Test
    void recordings() {
        runAll("docs/recordings.md");
    }

    @Test
    void runsAndTheirComparison() {
        for (String arm : List.of("INFO", "WARN")) {
            for (int run = 1; run <= 2; run++) {
                String name = arm + "%23" + run;
                for (String command : new Manual("docs/runs.md").commands()) {
                    if (command.endsWith("/import'")) { // into another sidecar, as on the page
                        run("curl -X DELETE 'localhost:9404/runs/" + name + "'");
                    }
                    run(command.replace("INFO%231", name).replace("INFO-1", arm + "-" + run));
                }
            }
        }
        run("heapsight dump " + target() + " --output shop.hprof");
        for (String summary : List.of("before.json", "after.json")) {
            run("heapsight analyze shop.hprof --format json >" + summary);
        }
        runAll("docs/comparing-runs.md");
    }

    private void runAll(String page) {
        for (String command : new Manual(page).commands()) {
            if (!COVERED_ELSEWHERE.containsKey(command)) {
                run(command);
            }
        }
    }

    private void run(String command) {
        String ready =
                command.replaceFirst("^curl ", "curl -sSf ")
                        .replaceFirst("^\\./heapsight ", "heapsight ")
                        .replace("seconds=60", "seconds=1")
                        .replace(THE_DEMO, Long.toString(target()));
        if (ready.contains("/recordings/ID")) {
            ready = ready.replace("/ID", "/" + newest("recordings", "recordings"));
        } else if (ready.contains("/gclog/ID")) {
            ready = ready.replace("/ID", "/" + newest("gclog", "gclogs"));
        } else if (ready.contains("/ID")) {
            String dump = DumpJob.newestDump(demo.caller()).at("id").text();
            ready = ready.replace("/ID", "/" + dump);
            if (ready.contains(AN_OBJECT)) {
                ready = ready.replace(AN_OBJECT, anObjectOf(dump));
            }
        }
        Ran ran = demo.shell(preparation() + ready);
        assertThat(ran.exitCode()).as("%s%n%s%s", ready, ran.out(), ran.err()).isZero();
        if (TAKES_A_FILE.matcher(command).find()) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> jobs().stream().noneMatch(ManualCommandsTest::isUnderWay));
        }
    }

    /** The id of the newest file of {@code GET /recordings} or {@code GET /gclog}. */
    private String newest(String path, String list) {
        String kept = demo.caller().getJson("/" + path).body();
        return Json.parse(kept).at(list).items().getLast().at("id").text();
    }

    private String anObjectOf(String dump) {
        String top = demo.caller().getJson("/heapdumps/" + dump + "/dominators").body();
        return Json.parse(top).at("objects").items().getFirst().at("address").text();
    }

    /** Puts the program on the path, with the JVM and the sidecar of this machine to query. */
    private String preparation() {
        return "cd '%s' && export PATH=\"%s:$PATH\" HEAPSIGHT_PORT=%d HEAPSIGHT_TARGET=%d && "
                .formatted(folder, Checkout.root(), demo.uri().getPort(), target());
    }

    private long target() {
        List<Long> children = demo.children();
        return Json.parse(demo.caller().getJson("/targets").body()).at("targets").items().stream()
                .map(each -> each.at("pid").number())
                .filter(children::contains)
                .findFirst()
                .orElseThrow();
    }

    private List<Json> jobs() {
        return Json.parse(demo.caller().getJson("/jobs").body()).at("jobs").items();
    }

    private static boolean isUnderWay(Json job) {
        return List.of("queued", "running").contains(job.at("state").text());
    }
}
