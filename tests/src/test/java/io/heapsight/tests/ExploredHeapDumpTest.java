/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Analyzed;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From a live target to the object that holds all: the heap explorer with curl. */
@NeedsDocker
class ExploredHeapDumpTest {
    private static final String CHILD = "explorer-child";
    private static final String ORDER = "com.acme.Order";
    private static final int KEPT = 500;

    @Test
    void suspectsAreFollowedToTheirRootsWithinTheSidecarsMemory() throws IOException {
        TargetSpec idle = TargetSpec.idle(Jdk.JDK_21, Collector.SERIAL);
        try (TargetContainer target = TargetContainer.start(idle);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            DumpJob.start(caller, "/heapdumps").awaitEnd();
            String dump = "/heapdumps/" + DumpJob.newestDump(caller).at("id").text();
            assertThat(DumpJob.newestDump(caller).at("index").isTrue()).isTrue();

            equalsTheSummary(caller, dump);
            String order = instanceWithItsFields(caller, dump);
            pathToItsRoot(caller, dump, order);
            queries(caller, dump);
            namesFromOutsideAreNoOptionsAndNoFiles(caller, dump);
            answersAgainWhenTheChildWasKilled(sidecar, caller, dump);
            givesWayToAnAnalysis(sidecar, caller, dump);
            noticesADamagedIndex(sidecar, caller, dump);

            assertThat(caller.send("DELETE", dump, "").statusCode()).isEqualTo(200);
            assertThat(sidecar.children()).as("no process has the dump open").isEmpty();
            assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
        }
    }

    private static void equalsTheSummary(HttpCaller caller, String dump) {
        Json summary = ok(caller, dump + "/summary");
        Json row =
                ok(caller, dump + "/classes?package=com.acme&sort=objects")
                        .at("classes")
                        .items()
                        .stream()
                        .filter(each -> each.at("name").text().equals(ORDER))
                        .findFirst()
                        .orElseThrow();
        Analyzed analyzed = new Analyzed(summary);
        assertThat(row.at("objects").number()).isEqualTo(KEPT);
        assertThat(row.at("objects").number() + row.at("unreachableObjects").number())
                .isEqualTo(analyzed.of(ORDER).objects());
        assertThat(row.at("unreachableBytes").number())
                .isEqualTo(analyzed.unreachableOf(ORDER).bytes());
        Json biggest = summary.at("biggest").items().getFirst();
        Json top = ok(caller, dump + "/dominators").at("objects").items().getFirst();
        assertThat(top.at("address").text()).isEqualTo(biggest.at("address").text());
        assertThat(top.at("retainedBytes").number())
                .isEqualTo(biggest.at("retainedBytes").number());
    }

    /** The address of one. */
    private static String instanceWithItsFields(HttpCaller caller, String dump) {
        Json instances = ok(caller, dump + "/classes/" + ORDER + "/instances?top=1000");
        assertThat(instances.at("total").number()).isEqualTo(2 * KEPT);
        String order = instances.at("objects").items().getFirst().at("address").text();
        Json object = ok(caller, dump + "/objects/" + order);
        assertThat(object.at("object", "class").text()).isEqualTo(ORDER);
        Json references = ok(caller, dump + "/objects/" + order + "/references");
        assertThat(names(references, "via")).contains("lines");
        assertThat(caller.get(dump + "/classes/com.acme.Order$Line%5B%5D/instances").body())
                .contains("com.acme.Order$Line[]");
        return order;
    }

    private static void pathToItsRoot(HttpCaller caller, String dump, String order) {
        Json referrers = ok(caller, dump + "/objects/" + order + "/referrers");
        assertThat(names(referrers, "class")).containsExactly("java.lang.Object[]");
        Json path = ok(caller, dump + "/objects/" + order + "/path-to-root");
        List<Json> steps = path.at("paths").items().getFirst().at("steps").items();
        assertThat(steps.getLast().at("address").text()).isEqualTo(order);
        assertThat(steps.stream().skip(1).map(step -> step.at("via").text()))
                .as("the static field that holds all")
                .anyMatch(via -> via.contains("KEPT"));
    }

    private static void queries(HttpCaller caller, String dump) {
        Json orders = ok(caller, dump + "/query?q=class+%3D+" + ORDER + "+and+reachable");
        assertThat(orders.at("total").number()).isEqualTo(KEPT);
        Json groups = ok(caller, dump + "/query?q=package+%3D+com.acme+group+by+class");
        assertThat(groups.at("groups").items().stream().map(row -> row.at("name").text()))
                .contains(ORDER, "com.acme.Order$Line");
        HttpResponse<String> wrong = caller.getJson(dump + "/query?q=class+%3D");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("column 8");
        assertThat(caller.getJson(dump + "/query").statusCode()).isEqualTo(400);
    }

    private static void namesFromOutsideAreNoOptionsAndNoFiles(HttpCaller caller, String dump) {
        for (String name : List.of("--reveal-strings", "@%2Fetc%2Fpasswd", "-h", "%27%22%3Cb%3E")) {
            HttpResponse<String> none = caller.getJson(dump + "/classes/" + name + "/instances");
            assertThat(none.statusCode()).as(none.body()).isEqualTo(404);
            assertThat(none.body()).contains("The dump has no such class").doesNotContain("root:");
        }
        assertThat(caller.getJson(dump + "/objects/0x1").statusCode()).isEqualTo(404);
        assertThat(caller.getJson(dump + "/objects/1").statusCode()).isEqualTo(400);
    }

    private static void answersAgainWhenTheChildWasKilled(
            SidecarContainer sidecar, HttpCaller caller, String dump) {
        Optional<ProcessHandle> child = ProcessHandle.of(sidecar.children(CHILD).getFirst());
        child.orElseThrow().destroyForcibly();
        child.orElseThrow().onExit().join();
        ok(caller, dump + "/dominators");
    }

    private static void givesWayToAnAnalysis(
            SidecarContainer sidecar, HttpCaller caller, String dump) {
        assertThat(sidecar.children(CHILD)).hasSize(1);
        DumpJob again = DumpJob.start(caller, dump + "/analysis");
        assertThat(again.awaitEnd().at("state").text()).isEqualTo("done");
        assertThat(sidecar.children(CHILD)).isEmpty();
        ok(caller, dump + "/dominators");
    }

    private static void noticesADamagedIndex(
            SidecarContainer sidecar, HttpCaller caller, String dump) throws IOException {
        String id = dump.substring(dump.lastIndexOf('/') + 1);
        assertThat(DumpJob.start(caller, dump + "/analysis").awaitEnd().at("state").text())
                .isEqualTo("done");
        Path index = sidecar.dataFolder("heapdumps").resolve(id + ".hprof.index");
        try (FileChannel file = FileChannel.open(index, StandardOpenOption.WRITE)) {
            file.truncate(file.size() / 2);
        }
        HttpResponse<String> cut = caller.getJson(dump + "/dominators");
        assertThat(cut.statusCode()).isEqualTo(409);
        assertThat(cut.body())
                .contains("It is cut.", "POST " + dump + "/analysis creates it again.");
        assertThat(DumpJob.start(caller, dump + "/analysis").awaitEnd().at("state").text())
                .isEqualTo("done");
        ok(caller, dump + "/dominators");
    }

    private static List<String> names(Json list, String field) {
        return list.at("objects").items().stream().map(row -> row.at(field).text()).toList();
    }

    private static Json ok(HttpCaller caller, String path) {
        HttpResponse<String> answer = caller.getJson(path);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
        return Json.parse(answer.body());
    }
}
