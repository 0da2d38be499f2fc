/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.mat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatProgramTest {
    private static final Path MAT = Path.of("/opt/mat");
    private static final List<String> ARGUMENTS =
            List.of("a.hprof", "org.eclipse.mat.api:suspects");

    @Test
    void scriptIsRunIfThereIsAShell() {
        assertThat(MatProgram.of(MAT, Path.of("/bin/sh")).command(ARGUMENTS))
                .containsExactly(
                        "/opt/mat/ParseHeapDump.sh", "a.hprof", "org.eclipse.mat.api:suspects");
    }

    @Test
    void commandOfTheScriptIsRunWithoutAShell() {
        assertThat(MatProgram.of(MAT, Path.of("/no/sh")).command(ARGUMENTS))
                .containsExactly(
                        "/opt/mat/MemoryAnalyzer",
                        "-consolelog",
                        "-application",
                        "org.eclipse.mat.api.parse",
                        "a.hprof",
                        "org.eclipse.mat.api:suspects");
    }
}
