/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated options of a target: they are read as far as possible. */
class MutatedCommandLineTest {
    private static final String SAID =
            """
            java\0-Xmx1m\0-XX:Flags=f\0-XX:VMOptionsFile=/app/vm\0@opts\0-XX:+UseSerialGC\0-jar\0a.jar
            JAVA_TOOL_OPTIONS=-Xmx1m -XX:+DisableAttachMechanism\0JDK_JAVA_OPTIONS="-Xmx2m" @opts\0
            -Xrs -cp 'a b.jar' # a comment
            +UseSerialGC -UsePerfData # a comment
            """;

    @TempDir private Path proc;

    @Test
    void mutatedOptionsAreReadAsFarAsPossible() throws Exception {
        Path app = Files.createDirectories(proc.resolve("7/root/app"));
        Files.createSymbolicLink(proc.resolve("7/cwd"), Path.of("/app"));
        Mutants.ofTexts(List.of(SAID))
                .areRead(
                        bytes -> {
                            String text = new String(bytes, StandardCharsets.UTF_8);
                            String[] parts = text.split("\n", 4);
                            String environment = parts.length > 1 ? parts[1] : "";
                            String file = parts[parts.length - 1];
                            Files.writeString(proc.resolve("7/environ"), environment);
                            for (String name : List.of("opts", "vm", "f")) {
                                Files.writeString(app.resolve(name), file);
                            }
                            JvmFlags flags =
                                    new JvmOptionsReader(new ProcFs(proc), 7)
                                            .read(List.of(parts[0].split("\0", -1)))
                                            .flags();
                            assertThat(flags.all()).doesNotContainNull();
                            assertThat(flags.notes()).noneMatch(note -> note.contains("Exception"));
                        });
    }
}
