/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.mat;

import io.heapsight.job.Job;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ChildEnvironment;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/**
 * One run of Eclipse MAT in its own folder. The folder contains a link to the dump and everything
 * that MAT writes: index files, its workspace, the report.
 */
final class MatRun {
    private static final int LOOK_EVERY_MILLIS = 100;
    private static final int KEPT_LINES = 10;
    private static final int MOST_LINE_CHARACTERS = 300;

    private final MatRunFolder folder;
    private final long mostBytes;
    private final Job job;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private volatile boolean outOfMemory;

    /**
     * @param mostBytes maximum number of bytes that MAT may write
     */
    MatRun(MatRunFolder folder, long mostBytes, Job job) {
        this.folder = folder;
        this.mostBytes = mostBytes;
        this.job = job;
    }

    /**
     * Runs MAT to its end; none of its processes remains.
     *
     * @return the report
     * @throws ProblemException if there is no report
     * @throws CancellationException if cancelled
     */
    Path run(List<String> command) throws IOException, ProblemException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.path().toFile())
                        .redirectErrorStream(true);
        ChildEnvironment.isolate(builder);
        builder.environment().put("HOME", folder.path().toString());
        Process process = builder.start();
        Thread reader = Thread.ofVirtual().start(() -> read(process));
        try {
            process.getOutputStream().close();
            while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                job.cancel().throwIfCancelled();
                checkRoom();
            }
            reader.join();
            return report(process.exitValue());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            kill(process);
        }
    }

    /**
     * Kills all processes: a script starts MAT, which may start its JVM through another program.
     */
    private static void kill(Process process) {
        // The children of an ended process can't be determined.
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        for (ProcessHandle child : children) {
            child.descendants().forEach(ProcessHandle::destroyForcibly);
            boolean _ = child.destroyForcibly();
            child.onExit().join();
        }
    }

    private void read(Process process) {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                hear(line.substring(0, Math.min(line.length(), MOST_LINE_CHARACTERS)));
            }
        } catch (IOException _) {
            return; // the process was ended
        }
    }

    /**
     * Parses a line of output, such as {@code Task: Building Dominator Tree} or {@code Subtask: …}.
     */
    private void hear(String line) {
        if (line.contains("OutOfMemoryError")) {
            outOfMemory = true;
        }
        int task = line.indexOf("ask: ");
        if (task > 0) {
            job.at("MAT: " + line.substring(task + "ask: ".length()), 0, 0);
        } else if (!line.isBlank()) {
            synchronized (lastLines) {
                lastLines.add(line.strip());
                if (lastLines.size() > KEPT_LINES) {
                    lastLines.remove();
                }
            }
        }
    }

    private Path report(int exitCode) throws IOException, ProblemException {
        Optional<Path> report = folder.report();
        if (report.isPresent()) {
            return report.get();
        }
        throw new ProblemException(
                Problem.Kind.INTERNAL,
                outOfMemory ? "Eclipse MAT ran out of memory" : "Eclipse MAT produced no report",
                "It ended with exit code %d and no report: %s".formatted(exitCode, said()),
                outOfMemory
                        ? "Give the sidecar's container more memory: the computed requirement was an estimate."
                        : "Check HEAPSIGHT_MAT: it needs its own Java runtime, or one on the"
                                + " PATH that is new enough.");
    }

    private String said() {
        synchronized (lastLines) {
            return lastLines.isEmpty() ? "no output" : String.join(" | ", lastLines);
        }
    }

    private void checkRoom() throws IOException, ProblemException {
        long bytes = folder.bytes();
        if (bytes > mostBytes) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "HEAPSIGHT_DUMP_QUOTA has no room for Eclipse MAT's index files",
                    "It has written %s; %s were left."
                            .formatted(new ByteSize(bytes), new ByteSize(mostBytes)),
                    "Delete a dump that you don't need (DELETE /heapdumps/ID), or raise the"
                            + " quota.");
        }
    }
}
