/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceProgramTest {
    @ParameterizedTest
    @ValueSource(strings = {"Main", "SourceLauncher"})
    void programRunFromItsSourceIsATargetWithTheNameOfItsFile(String launcher) {
        String command = "jdk.compiler/com.sun.tools.javac.launcher." + launcher;
        assertThat(SourceProgram.mainOf(command + " src/Leak.java hunter2"))
                .isEqualTo("src/Leak.java");
        assertThat(SourceProgram.mainOf(command)).isEqualTo(command);
        assertThat(IgnoredProcesses.includes(List.of("java"), command)).isFalse();
    }

    @Test
    void mainClassOfOtherCommandsIsTheirFirstWord() {
        assertThat(SourceProgram.mainOf("com.acme.Main Leak.java")).isEqualTo("com.acme.Main");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk.compiler/com.sun.tools.javac.Main",
                "jdk.jcmd/sun.tools.jcmd.JCmd",
                "sun.tools.jstat.Jstat",
                "jdk.jfr/jdk.jfr.internal.tool.Main",
                "jdk.hotspot.agent/sun.jvm.hotspot.SALauncher",
                "jdk.jartool/sun.tools.jar.Main",
                "io.heapsight.Main",
                "/opt/heapsight/app/heapsight.jar"
            })
    void toolsOfTheJdkAndHeapsightItselfAreNoTargets(String main) {
        assertThat(IgnoredProcesses.includes(List.of("java"), main)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Main",
                "jdk.jshell/jdk.internal.jshell.tool.JShellToolProvider",
                "jdk.httpserver/sun.net.httpserver.simpleserver.Main"
            })
    void otherProgramsAreTargets(String main) {
        assertThat(IgnoredProcesses.includes(List.of("/usr/bin/java"), main)).isFalse();
    }
}
