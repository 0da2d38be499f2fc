/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The report of a program that hangs in every way is the same on every JDK, except ids and times.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class ThreadsTest {
    private static final double SECONDS = 2;

    /** Of com.acme.Parked. */
    private static final long VIRTUAL = 1_000;

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void hungProgramIsReportedAlikeOnEveryJdk(Jdk jdk) {
        TargetSpec hung = TargetSpec.of(jdk, "Hung").withArguments("20");
        try (TargetContainer target = TargetContainer.start(hung);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json dump =
                    Json.parse(
                            sidecar.readyCaller().getJson("/threads?count=3&interval=1s").body());

            assertThat(ownThreads(dump)).containsExactlyInAnyOrderElementsOf(expected());
            assertThat(deadlocks(dump))
                    .containsExactlyInAnyOrder(
                            List.of("deadlock-left", "deadlock-right"),
                            List.of("deadlock-upper", "deadlock-lower"));
            Json spinning = dump.at("stuck").items().getFirst();
            assertThat(spinning.at("thread").text()).isEqualTo("spinning-1");
            assertThat(spinning.at("frame").text()).isEqualTo("com.acme.Hung.decode");
            assertThat(spinning.at("seconds").decimal()).isBetween(SECONDS, 10 * SECONDS);
            assertThat(spinning.at("cpuSeconds").decimal())
                    .isBetween(0.01, spinning.at("seconds").decimal() + 0.5);
            assertThat(pools(dump)).contains("20 of http-exec-");
            assertThat(dump.at("omittedThreads").number()).isZero();

            Ran command = sidecar.heapsight("threads", "--count", "2", "--interval", "1s");
            assertThat(command.exitCode()).as(command.err()).isZero();
            assertThat(command.out()).contains("2 deadlocks", "STUCK: spinning-1 has been in com");
            Said.assertUntouched(target);
        }
    }

    /** JDK 21 writes other properties than JDK 27, and no states. */
    @ParameterizedTest
    @EnumSource(names = {"JDK_21", "JDK_27"})
    void allVirtualThreadsAreGroupedAndNothingStaysInTheTarget(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.of(jdk, "Parked"));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json dump = Json.parse(sidecar.readyCaller().getJson("/threads?virtual=true").body());

            assertThat(dump.at("virtualThreads", "count").number()).isEqualTo(VIRTUAL);
            assertThat(dump.at("virtualThreads", "complete").isTrue()).isTrue();
            assertThat(dump.at("groups").items())
                    .filteredOn(group -> group.at("stack").toString().contains("acme.Parked.hold"))
                    .extracting(group -> group.at("count").number())
                    .containsExactly(VIRTUAL);
            assertThat(target.execAs("0:0", "ls", "/tmp").out()).doesNotContain("heapsight-");

            Ran command = sidecar.heapsight("threads", "--virtual");
            assertThat(command.exitCode()).as(command.err()).isZero();
            assertThat(command.out()).contains(", 1000 virtual,");
            assertThat(target.execAs("0:0", "ls", "/tmp").out()).doesNotContain("heapsight-");
            Said.assertUntouched(target);
        }
    }

    /** State, name, own frames without the numbers of lambdas, and locks of each own thread. */
    private static List<String> expected() {
        List<String> threads = new ArrayList<>();
        threads.add("BLOCKED deadlock-left monitors,lambda$main$0,lambda blocked-on,locked");
        threads.add("BLOCKED deadlock-right monitors,lambda$main$1,lambda blocked-on,locked");
        threads.add("WAITING deadlock-upper locks,lambda$main$2,lambda owned,parked-on");
        threads.add("WAITING deadlock-lower locks,lambda$main$3,lambda owned,parked-on");
        threads.add("RUNNABLE spinning-1 decode,lambda ");
        threads.add("WAITING \\u001b[31mred\\u202e\" lambda ");
        threads.add("WAITING two\\u000a\"lines\" #1 of lambda ");
        threads.add("WAITING main main ");
        return threads;
    }

    private static List<String> ownThreads(Json dump) {
        List<String> threads = new ArrayList<>();
        for (Json thread : dump.at("threads").items()) {
            List<String> frames =
                    thread.at("stack").items().stream()
                            .map(Json::text)
                            .filter(frame -> frame.startsWith("com.acme.Hung"))
                            .map(ThreadsTest::method)
                            .toList();
            Set<String> locks = new TreeSet<>();
            for (Json lock : thread.at("locks").items()) {
                locks.add(lock.at("relation").text());
            }
            if (!frames.isEmpty() && !thread.at("virtual").isTrue()) {
                threads.add(
                        "%s %s %s %s"
                                .formatted(
                                        thread.at("state").text(),
                                        thread.at("name").text(),
                                        String.join(",", frames),
                                        String.join(",", locks)));
            }
        }
        return threads;
    }

    private static String method(String frame) {
        String called = frame.substring(0, frame.indexOf('('));
        return called.contains("$$Lambda") ? "lambda" : called.substring("com.acme.Hung.".length());
    }

    private static List<List<String>> deadlocks(Json dump) {
        return dump.at("deadlocks").items().stream()
                .map(each -> each.items().stream().map(Json::text).toList())
                .toList();
    }

    private static List<String> pools(Json dump) {
        List<String> pools = new ArrayList<>();
        for (Json group : dump.at("groups").items()) {
            for (Json pool : group.at("pools").items()) {
                pools.add(pool.at("count").number() + " of " + pool.at("name").text());
            }
        }
        return pools;
    }
}
