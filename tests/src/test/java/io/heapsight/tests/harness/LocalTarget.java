/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A JVM as a child process of the test, running one of the programs of com.acme on a JDK of this
 * machine.
 */
public final class LocalTarget implements AutoCloseable {
    private final LocalJdk jdk;
    private final Process process;
    private final Path output;

    private LocalTarget(LocalJdk jdk, Process process, Path output) {
        this.jdk = jdk;
        this.process = process;
        this.output = output;
    }

    /** Starts {@code program} (simple name of a class of com.acme) and waits until it is ready. */
    public static LocalTarget start(LocalJdk jdk, String program, String... flags) {
        return start(jdk, List.of(program), flags);
    }

    /** The same for a program with arguments. */
    public static LocalTarget start(LocalJdk jdk, List<String> program, String... flags) {
        List<String> command = new ArrayList<>(List.of(jdk.tool("java"), "-Xmx64m"));
        command.addAll(List.of(flags));
        command.addAll(
                List.of("-cp", Checkout.targets().toString(), "com.acme." + program.getFirst()));
        command.addAll(program.subList(1, program.size()));
        try {
            Path output = Files.createTempFile(Checkout.scratch(), "local-target", ".log");
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            LocalTarget target = new LocalTarget(jdk, process, output);
            target.awaitReady();
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> output().contains("READY") || !process.isAlive());
            if (!process.isAlive()) {
                throw new IllegalStateException("ended at its start:\n" + output());
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    public long pid() {
        return process.pid();
    }

    public LocalJdk jdk() {
        return jdk;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Its output so far, both streams. */
    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether SIGQUIT was sent to the JVM. */
    public boolean printedThreadDump() {
        return output().contains("Full thread dump");
    }

    /** {@code jcmd PID arguments} of its own JDK. */
    public Ran jcmd(String... arguments) {
        return tool(Stream.concat(Stream.of("jcmd", String.valueOf(pid())), Stream.of(arguments)));
    }

    /** {@code jstat -OPTION PID} of its own JDK; {@code option} without its dash. */
    public Ran jstat(String option) {
        return tool(Stream.of("jstat", "-" + option, String.valueOf(pid())));
    }

    private Ran tool(Stream<String> command) {
        List<String> all = new ArrayList<>(command.toList());
        all.set(0, jdk.tool(all.get(0)));
        return Ran.run(all);
    }

    /** Stops the JVM: its counters and its heap do not change. */
    public void pause() {
        Ran.run(List.of("kill", "-STOP", String.valueOf(pid()))).outOrThrow();
        Awaitility.await().until(() -> HostProcess.state(pid()) == 'T');
    }

    /** Resumes a paused JVM. */
    public void resume() {
        Ran.run(List.of("kill", "-CONT", String.valueOf(pid()))).outOrThrow();
    }

    /** Kills it, and removes its attach socket. */
    @Override
    public void close() {
        HostProcess.kill(process);
        output.toFile().delete();
        Path.of("/tmp/.java_pid" + process.pid()).toFile().delete();
    }
}
