/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.proc.ProcFixture;
import io.heapsight.unit.CancelSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The attach protocol, spoken with a listener in place of a JVM's. */
class AttachClientTest {
    /** This process has the listener. */
    private static final int JVM = (int) ProcessHandle.current().pid();

    private static final int OTHER_JVM = JVM + 1;
    private static final JcmdCommand VERSION = new JcmdCommand("VM.version");
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofSeconds(1);

    @TempDir private Path proc;
    private ProcFixture fixture;
    private ScriptedListener listener;

    @BeforeEach
    void aListener() throws IOException {
        fixture = new ProcFixture(proc);
        fixture.jvm(JVM, 100, "java", "Main");
        listener = new ScriptedListener(fixture.of(JVM).resolve("root/tmp/.java_pid1"));
    }

    @AfterEach
    void endListener() throws IOException {
        listener.close();
    }

    @Test
    void requestEqualsJcmd() throws Exception {
        listener.answers("0\nOpenJDK\n");
        assertThat(text(VERSION, LONG)).isEqualTo("OpenJDK\n");
        assertThat(listener.requests).containsExactly("1\0jcmd\0VM.version\0\0\0");
    }

    @Test
    void agentIsLoadedByItsAbsolutePath() throws Exception {
        listener.answers("0\nreturn code: 0\n");
        AgentLoadCommand load = new AgentLoadCommand("/tmp/agent.so", "start,event=cpu");
        assertThat(text(load, LONG)).isEqualTo("return code: 0\n");
        assertThat(listener.requests)
                .containsExactly("1\0load\0/tmp/agent.so\0true\0start,event=cpu\0");
    }

    @Test
    void replyOfManyBuffersIsComplete() throws Exception {
        String large = "abcdefghij".repeat(300_000);
        listener.answers("0\n" + large);
        assertThat(text(VERSION, LONG)).isEqualTo(large);
    }

    @Test
    void emptyReplyIsEmpty() throws Exception {
        listener.answers("0\n");
        assertThat(text(VERSION, LONG)).isEmpty();
    }

    @Test
    void refusalHasItsText() {
        listener.answers("100\njava.lang.IllegalArgumentException: Unknown diagnostic command\n");
        assertThat(failure(VERSION, LONG))
                .isInstanceOfSatisfying(
                        AttachFailure.RefusedByTarget.class,
                        refused -> assertThat(refused.text()).contains("Unknown diagnostic"));
    }

    @Test
    void endlessRefusalIsTruncated() {
        listener.answers("100\n" + "no, ".repeat(100_000));
        assertThat(failure(VERSION, LONG))
                .isInstanceOfSatisfying(
                        AttachFailure.RefusedByTarget.class,
                        refused -> assertThat(refused.text()).hasSizeLessThan(4_000));
    }

    @Test
    void closingWithoutReplyIsABadReply() {
        listener.answers("");
        assertThat(failure(VERSION, LONG)).isInstanceOf(AttachFailure.BadReply.class);
    }

    @Test
    void htmlIsABadReply() {
        listener.answers("<html>");
        assertThat(failure(VERSION, LONG)).isInstanceOf(AttachFailure.BadReply.class);
    }

    @Test
    void silenceEndsAtTheTimeout() {
        listener.staysSilent();
        assertThat(failure(VERSION, SHORT)).isInstanceOf(AttachFailure.TimedOut.class);
    }

    /** As a JVM that is stopped by SIGSTOP. */
    @Test
    void commandThatTheTargetReadsAfterTheTimeoutIsIncomplete() {
        listener.answers("0\nlate");
        listener.stop();

        assertThat(failure(VERSION, SHORT)).isInstanceOf(AttachFailure.TimedOut.class);

        listener.resume();
        Awaitility.await().until(() -> !listener.incomplete.isEmpty());
        assertThat(listener.incomplete).containsExactly("1\0jcmd\0VM.version\0\0");
        assertThat(listener.requests).isEmpty();
    }

    @Test
    void commandThatTheTargetReadsLateButInTimeIsComplete() throws Exception {
        listener.answers("0\nlate");
        listener.stop();
        Thread.ofVirtual()
                .start(
                        () -> {
                            Awaitility.await().pollDelay(SHORT).until(() -> true);
                            listener.resume();
                        });

        assertThat(text(VERSION, LONG)).isEqualTo("late");
    }

    @Test
    void replyOfATargetThatReadsOnlyAPartIsComplete() throws Exception {
        listener.answers("101\n");
        listener.readsOnly("1\0");
        assertThat(failure(VERSION, LONG)).isInstanceOf(AttachFailure.RefusedByTarget.class);
    }

    @Test
    void silenceEndsWhenCancelled() {
        listener.staysSilent();
        CancelSignal cancel = new CancelSignal();
        Thread.ofVirtual()
                .start(
                        () -> {
                            listener.awaitRequest();
                            cancel.cancel();
                        });
        assertThatThrownBy(() -> execute(VERSION, LONG, cancel))
                .isInstanceOfSatisfying(
                        AttachException.class,
                        e -> assertThat(e.failure()).isInstanceOf(AttachFailure.Cancelled.class));
    }

    @Test
    void silenceWithinAReplyEndsAtTheTimeout() {
        listener.answersAndStops("0\nhalf");
        assertThatThrownBy(() -> text(VERSION, SHORT))
                .isInstanceOf(IOException.class)
                .hasCauseInstanceOf(AttachException.class);
    }

    @Test
    void longCommandUsesVersion2IfSupported() throws Exception {
        JcmdCommand dump = JcmdCommand.of("GC.heap_dump", "/" + "x".repeat(1100));
        listener.answers("0\n2 streaming", "0\ndone");
        assertThat(text(dump, LONG)).isEqualTo("done");
        int bytes = "jcmd\0".length() + dump.line().length() + 1;
        assertThat(listener.requests)
                .containsExactly(
                        "1\0getversion\0options\0\0\0",
                        "2\0" + bytes + "\0jcmd\0" + dump.line() + "\0");
    }

    @Test
    void longCommandIsRefusedWithoutVersion2() {
        JcmdCommand dump = JcmdCommand.of("GC.heap_dump", "/" + "x".repeat(1100));
        listener.answers("101\nOperation getversion not recognized!");
        assertThat(failure(dump, LONG)).isInstanceOf(AttachFailure.CommandTooLong.class);
    }

    @Test
    void socketOfAnotherProcessIsNotUsed() throws IOException {
        fixture.jvm(OTHER_JVM, 100, "java", "Main");
        Path shared = fixture.of(OTHER_JVM).resolve("root/tmp/.java_pid1");
        Files.createSymbolicLink(shared, fixture.of(JVM).resolve("root/tmp/.java_pid1"));
        listener.answers("0\nanother JVM's answer");

        assertThatThrownBy(
                        () ->
                                new AttachClient(fixture.procFs())
                                        .execute(
                                                AttachTargets.of(OTHER_JVM, 1, 100),
                                                VERSION,
                                                Deadline.after(LONG, new CancelSignal())))
                .isInstanceOfSatisfying(
                        AttachException.class,
                        e ->
                                assertThat(e.failure())
                                        .isEqualTo(
                                                new AttachFailure.AnotherListens(
                                                        ".java_pid1", JVM, OTHER_JVM)));
        assertThat(listener.requests).isEmpty();
    }

    @Test
    void nothingIsSentToAStoppedTarget() throws IOException {
        listener.close();
        Files.delete(fixture.of(JVM).resolve("root/tmp/.java_pid1"));
        fixture.state(JVM, 100, 'T');

        assertThat(failure(VERSION, SHORT)).isInstanceOf(AttachFailure.StandsStill.class);
        assertThat(fixture.of(JVM).resolve("root/tmp")).isEmptyDirectory();
    }

    @Test
    void nothingIsSentToAFrozenTarget() throws IOException {
        listener.close();
        Files.delete(fixture.of(JVM).resolve("root/tmp/.java_pid1"));
        fixture.frozen(JVM);

        assertThat(failure(VERSION, SHORT))
                .isEqualTo(new AttachFailure.StandsStill("frozen by its cgroup"));
        assertThat(fixture.of(JVM).resolve("root/tmp")).isEmptyDirectory();
    }

    @Test
    void nothingIsSentToAStartingTarget() throws IOException {
        listener.close();
        Files.delete(fixture.of(JVM).resolve("root/tmp/.java_pid1"));
        fixture.start(JVM, 99_900);
        fixture.target(JVM, 1000, 1000, 0, 0);
        var starting =
                new AttachTarget(
                        JVM,
                        1,
                        99_900,
                        17,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false);
        assertThatThrownBy(
                        () ->
                                new AttachClient(fixture.procFs())
                                        .execute(
                                                starting,
                                                VERSION,
                                                Deadline.after(SHORT, new CancelSignal())))
                .isInstanceOfSatisfying(
                        AttachException.class,
                        e ->
                                assertThat(e.failure())
                                        .isInstanceOf(AttachFailure.StillStarting.class));
        assertThat(fixture.of(JVM).resolve("root/tmp")).isEmptyDirectory();
    }

    private AttachReply execute(AttachCommand command, Duration timeout, CancelSignal cancel)
            throws AttachException {
        return new AttachClient(fixture.procFs())
                .execute(AttachTargets.of(JVM, 1, 100), command, Deadline.after(timeout, cancel));
    }

    private String text(AttachCommand command, Duration timeout)
            throws AttachException, IOException {
        try (AttachReply reply = execute(command, timeout, new CancelSignal())) {
            return new String(reply.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private AttachFailure failure(JcmdCommand command, Duration timeout) {
        try {
            throw new AssertionError("answered: " + text(command, timeout));
        } catch (AttachException e) {
            return e.failure();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
