/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmOptionsReaderTest {
    @TempDir private Path proc;

    @BeforeEach
    void processSevenWorksInApp() throws IOException {
        Files.createDirectories(proc.resolve("7/root/app"));
        Files.createSymbolicLink(proc.resolve("7/cwd"), Path.of("/app"));
        environment();
    }

    @Test
    void laterSourceWins() throws IOException {
        environment(
                "JAVA_TOOL_OPTIONS=-Xmx1m -XX:+DisableAttachMechanism",
                "JDK_JAVA_OPTIONS=-Xmx2m",
                "_JAVA_OPTIONS=-Xmx4m");
        JvmFlags flags = read("java", "-Xmx3m", "Main").flags();
        assertThat(flags.value("-Xmx")).contains("4m");
        assertThat(flags.all())
                .extracting(JvmFlag::text)
                .containsExactly(
                        "-Xmx1m", "-XX:+DisableAttachMechanism", "-Xmx2m", "-Xmx3m", "-Xmx4m");
        assertThat(flags.switchedOn("DisableAttachMechanism").orElseThrow().where())
                .isEqualTo("the environment variable JAVA_TOOL_OPTIONS");
    }

    @Test
    void laterSwitchOverridesEarlier() throws IOException {
        environment("_JAVA_OPTIONS=-XX:-DisableAttachMechanism");
        JvmFlags flags = read("java", "-XX:+DisableAttachMechanism", "Main").flags();
        assertThat(flags.switchedOn("DisableAttachMechanism")).isEmpty();
    }

    @Test
    void argFileIsRelativeToTheTargetsFolderAndMayNameTheMainClass() throws IOException {
        Files.writeString(proc.resolve("7/root/app/opts"), "-Xrs -cp a.jar com.acme.Main -Xmx9m");
        JvmOptionsReader.Found found = read("/usr/bin/java", "-Xmx1m", "@opts", "-Xmx2m");
        assertThat(found.main()).contains("com.acme.Main");
        assertThat(found.flags().all())
                .containsExactly(
                        new JvmFlag("-Xmx1m", "the command line"),
                        new JvmFlag("-Xrs", "the argument file opts"));
    }

    @Test
    void argFileAfterTheMainClassIsTheProgramsOwn() throws IOException {
        Files.writeString(proc.resolve("7/root/app/opts"), "-Xrs");
        assertThat(read("java", "Main", "@opts").flags().all()).isEmpty();
        assertThat(read("java", "--disable-@files", "@opts").main()).contains("@opts");
    }

    @Test
    void argumentOfAnEmbeddingProgramIsNoMainClass() throws IOException {
        JvmOptionsReader.Found found = read("/usr/bin/jsvc", "-Xmx9m", "hunter2");
        assertThat(found.main()).isEmpty();
        assertThat(found.flags().value("-Xmx")).contains("9m");
    }

    @Test
    void fifoOrMissingArgFileIsNoted() throws IOException {
        assertThat(read("java", "@nothere", "Main").flags().notes())
                .anyMatch(note -> note.contains("nothere"));
        Files.createDirectories(proc.resolve("7/root/app/folder"));
        assertThat(read("java", "@folder", "Main").main()).contains("Main");
    }

    @Test
    void linkOfAHostileTargetCannotLeaveItsRoot() throws IOException {
        Path secret = Files.writeString(proc.resolve("secret"), "-Dsecret=1");
        Files.createSymbolicLink(proc.resolve("7/root/app/opts"), secret);
        assertThat(read("java", "@opts", "Main").flags().all()).isEmpty();
    }

    @Test
    void optionsFileIsInsertedWhereItIsNamed() throws IOException {
        Files.writeString(proc.resolve("7/root/app/vm"), "-Xmx2m");
        JvmFlags flags = read("java", "-Xmx1m", "-XX:VMOptionsFile=/app/vm", "Main").flags();
        assertThat(flags.value("-Xmx")).contains("2m");
        assertThat(flags.all().getLast().where()).isEqualTo("the options file /app/vm");
    }

    @Test
    void flagsFileComesFirst() throws IOException {
        Files.writeString(proc.resolve("7/root/app/f"), "+UseSerialGC\n");
        JvmFlags flags = read("java", "-XX:Flags=f", "-XX:-UseSerialGC", "Main").flags();
        assertThat(flags.switchedOn("UseSerialGC")).isEmpty();
        assertThat(flags.all().getFirst().where()).isEqualTo("the flags file f");
    }

    @Test
    void jarAndModuleAreMain() throws IOException {
        assertThat(read("java", "-cp", "x", "-jar", "/app/shop.jar", "-Xmx1m").main())
                .contains("/app/shop.jar");
        assertThat(read("java", "-p", "mods", "-m", "shop/com.acme.Main").main())
                .contains("shop/com.acme.Main");
        assertThat(read("java").main()).isEmpty();
    }

    private JvmOptionsReader.Found read(String... commandLine) {
        return new JvmOptionsReader(new ProcFs(proc), 7).read(List.of(commandLine));
    }

    private void environment(String... variables) throws IOException {
        Files.writeString(proc.resolve("7/environ"), String.join("\0", variables) + "\0");
    }
}
