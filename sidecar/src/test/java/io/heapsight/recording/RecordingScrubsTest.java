/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.kept.KeptFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.CancelSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingScrubsTest {
    private static final RecordingRecord RECORDING =
            new RecordingRecord(
                    "20261121T221930120Z-7", Instant.EPOCH, 7, "Shop", 30, 100, "profile");

    @TempDir private Path data;

    @Test
    void cancelledScrubEndsItsChildAndLeavesNoFile() throws Exception {
        KeptFiles<RecordingRecord> files = RecordingStore.open(data).files();
        files.prepare();
        RecordingScrubs scrubs =
                new RecordingScrubs(
                        files,
                        new AnalysisMemory(ProcFs.system(), Optional.empty(), OptionalLong::empty));
        CancelSignal cancel = new CancelSignal();
        cancel.cancel();
        for (int i = 0; i < 2; i++) { // the turn is free again
            assertThatThrownBy(() -> scrubs.scrub(RECORDING, cancel))
                    .isInstanceOf(CancellationException.class);
        }
        try (Stream<Path> left = Files.list(files.folder())) {
            assertThat(left).isEmpty();
        }
    }
}
