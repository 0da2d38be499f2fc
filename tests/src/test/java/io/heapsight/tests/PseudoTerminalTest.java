/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.LocalSidecar;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands at a terminal of 100 columns, which {@code script} of util-linux opens. */
@ResourceLock("LeakingShop")
class PseudoTerminalTest {
    private static final String ESCAPE = "\u001b";

    @TempDir private static Path folder;

    private static LocalSidecar demo;

    @BeforeAll
    static void start() {
        demo = LocalSidecar.demo(Map.of("HEAPSIGHT_DATA_DIR", folder.toString()));
    }

    @AfterAll
    static void stop() {
        demo.close();
    }

    /** Returns the terminal's output; {@code words} are for the shell. */
    private static String shown(String environment, String words) {
        return demo.shell(
                        "env -u NO_COLOR TERM=xterm HEAPSIGHT_PORT=%d %s script -qec 'stty cols 100 rows 40; %s' /dev/null </dev/null"
                                .formatted(demo.uri().getPort(), environment, words))
                .out();
    }

    @Test
    void headingsAndChecksAreColored() {
        assertThat(shown("", "./heapsight doctor LeakingShop"))
                .contains(ESCAPE + "[1mCHECK ", ESCAPE + "[32mok" + ESCAPE + "[0m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_COLOR=1", "TERM=dumb"})
    void userAndTerminalMayForbidColors(String environment) {
        assertThat(shown(environment, "./heapsight doctor LeakingShop"))
                .contains("CHECK ")
                .doesNotContain(ESCAPE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--format json LeakingShop", "LeakingShop | cat"})
    void jsonAndPipesHaveNoColors(String words) {
        assertThat(shown("", "./heapsight doctor " + words))
                .contains("data-directory")
                .doesNotContain(ESCAPE);
    }

    @Test
    void namesFitTheTerminalAndAreWholeInAPipe() {
        assertThat(shown("NO_COLOR=1", "./heapsight histogram LeakingShop").lines())
                .filteredOn(line -> line.contains("java.base"))
                .isNotEmpty()
                .allMatch(line -> line.length() <= 100)
                .anyMatch(line -> line.contains("…"));
        assertThat(shown("", "./heapsight histogram LeakingShop | cat").lines())
                .anyMatch(line -> line.length() > 100)
                .noneMatch(line -> line.contains("…"));
    }

    @Test
    void longWorkShowsTheTimeLeft() {
        assertThat(shown("", "./heapsight threads --count 3 --interval 2s LeakingShop"))
                .containsPattern("dumping threads 50 %, \\d s left");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "gc", "top", "jstat gcutil LeakingShop"})
    void watchedAnswerIsRedrawn(String command) {
        assertThat(shown("", "timeout 6 ./heapsight " + command + " --watch=5s"))
                .contains(ESCAPE + "[H" + ESCAPE + "[J2");
    }
}
