/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.CancelSignal;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The parent's side of the protocol, with a child process as worker. */
class WorkerProcessTest {
    private static final AttachTarget TARGET = AttachTargets.of(7, 1, 100);
    private static final JcmdCommand COMMAND = new JcmdCommand("GC.class_histogram");

    @Test
    void replyOfACancelledCommandDoesNotBlockTheNextRequest() throws Exception {
        try (WorkerProcess worker = WorkerProcess.start(WorkerCommandLine.of(LateWorker.class))) {
            CancelSignal cancel = new CancelSignal();
            cancel.cancel();
            Deadline deadline = Deadline.after(Duration.ofMinutes(1), cancel);
            assertThatThrownBy(() -> worker.execute(TARGET, COMMAND, deadline))
                    .isInstanceOfSatisfying(
                            AttachException.class,
                            e ->
                                    assertThat(e.failure())
                                            .isInstanceOf(AttachFailure.Cancelled.class));
            assertThat(worker.read(Path.of("status"), 0, 100)).asString().isEqualTo("[1]");
        }
    }
}
