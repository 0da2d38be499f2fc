/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkerRequestCodecTest {
    static Stream<AttachCommand> commands() {
        return Stream.of(
                JcmdCommand.of("GC.heap_dump", "-all", "/tmp/a b.hprof"),
                new AgentLoadCommand("/proc/7/root/lib.so", "start,event=cpu,file=/tmp/a.jfr"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void commandRoundTrips(AttachCommand command) throws IOException {
        AttachTarget target = AttachTargets.of(7, 1, 100);
        WorkerRequestCodec.Command sent = new WorkerRequestCodec.Command(target, command, 5);
        assertThat(throughThePipe(sent.frame(3)).parse(WorkerRequestCodec.Command::read))
                .isEqualTo(sent);
    }

    @Test
    void newFileArrivesWithItsContent() throws IOException {
        byte[] content = "library".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        Path path = Path.of("/proc/7/root/tmp/lib.so");
        WorkerRequestCodec.Content read =
                throughThePipe(new WorkerRequestCodec.Content(path, content).frame(3))
                        .parse(WorkerRequestCodec.Content::read);
        assertThat(read.path()).isEqualTo(path);
        assertThat(read.bytes()).isEqualTo(content);
    }

    @Test
    void truncatedAnswerIsRecognizedByTheCaller() throws IOException {
        assertThat(inChild(new AttachFailure.BadReply("expected a status line")).isBrokenAnswer())
                .isTrue();
        assertThat(inChild(new AttachFailure.WrongUid(1, 2, 3)).isBrokenAnswer()).isFalse();
    }

    private static AttachFailure inChild(AttachFailure failure) throws IOException {
        return throughThePipe(WorkerRequestCodec.failure(3, failure))
                .parse(WorkerRequestCodec::readFailure);
    }

    private static WorkerFrame throughThePipe(WorkerFrame frame) throws IOException {
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        frame.write(new DataOutputStream(pipe));
        return WorkerFrame.read(new DataInputStream(new ByteArrayInputStream(pipe.toByteArray())));
    }
}
