/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated run files: each is read or refused, and hides no other. */
class MutatedRunFileTest {
    @TempDir private Path data;

    @Test
    void spoiltFilesAreReadOrRefused() throws Exception {
        RunStore store = RunStore.open(data, 3);
        Run run = SampleRun.withEverything();
        store.add(run);
        store.add(run.named(new RunName("WARN#1")));
        Path file = data.resolve("runs/INFO#1.run");
        Mutants.ofTexts(List.of(Files.readString(file)))
                .areReadOrRefused(
                        bytes -> {
                            Files.write(file, bytes);
                            assertThat(store.list())
                                    .extracting(entry -> entry.name().text())
                                    .contains("WARN#1");
                            store.read(run.name());
                        },
                        List.of(ProblemException.class));
    }
}
