/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * A child that reads queries from its standard input, one line of tab-separated fields each, and
 * answers by {@link ChildProtocol}. It ends by itself after an idle time. For one thread at a time.
 */
public final class QueryChild {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Pattern SEPARATOR = Pattern.compile("[\t\n\r]");
    private static final int MOST_LINE_BYTES = 64 << 10;

    private final ChildWatcher.Words words;
    private final Duration most;
    private final ChildJvm child;
    private final Process process;
    private final InputStream answers;

    /**
     * Takes ownership of a child.
     *
     * @param words describe its end
     * @param most maximum time of an answer
     */
    public QueryChild(ChildWatcher.Words words, Duration most, ChildJvm child) {
        this.words = words;
        this.most = most;
        this.child = child;
        process = child.process();
        answers = new BufferedInputStream(process.getInputStream());
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes at its end, whatever the reason. */
    public CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /** Ends the child and waits until its memory is free. */
    public void end() {
        process.destroyForcibly().onExit().join();
    }

    /**
     * Sends a query and waits for the answer.
     *
     * @param question fields without tabs and line ends
     * @return empty if the child had ended by itself before the query
     * @throws ProblemException from the child, or its exit
     * @throws CancellationException if the query was cancelled; the child ends, too
     */
    public Optional<byte[]> ask(List<String> question, CancelSignal cancel)
            throws ProblemException {
        if (question.stream().anyMatch(field -> SEPARATOR.matcher(field).find())) {
            throw new IllegalArgumentException("a tab or line end in a field: " + question);
        }
        try {
            OutputStream out = process.getOutputStream();
            out.write((String.join("\t", question) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException _) {
            return ended();
        }
        CompletableFuture<Optional<byte[]>> answer = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> complete(answer));
        try {
            return await(answer, cancel);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            if (!answer.isDone()) {
                end();
            }
        }
    }

    private Optional<byte[]> await(CompletableFuture<Optional<byte[]>> answer, CancelSignal cancel)
            throws ProblemException, InterruptedException {
        long began = System.nanoTime();
        while (true) {
            try {
                Optional<byte[]> found = answer.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
                return found.isPresent() ? found : ended();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof ProblemException said) {
                    throw new ProblemException(said.problem(), said);
                }
                throw new IllegalStateException("reading an answer", e);
            } catch (TimeoutException _) {
                cancel.throwIfCancelled();
                if (System.nanoTime() - began > most.toNanos()) {
                    throw new ProblemException(tooLong());
                }
            }
        }
    }

    /** Completes with empty if the child has ended. */
    private void complete(CompletableFuture<Optional<byte[]>> answer) {
        try {
            answer.complete(Optional.of(read()));
        } catch (IOException _) {
            answer.complete(Optional.empty());
        } catch (ProblemException e) {
            answer.completeExceptionally(e);
        } catch (OutOfMemoryError e) {
            process.destroyForcibly(); // the pipe contains the rest of an answer
            answer.completeExceptionally(new ProblemException(Problem.outOfMemory(), e));
        }
    }

    private byte[] read() throws IOException, ProblemException {
        String line = line();
        Optional<Problem> problem = ChildProtocol.hear(line, Progress.SILENT, _ -> {});
        if (problem.isPresent()) {
            throw new ProblemException(problem.get());
        }
        int length = ChildProtocol.answerBytes(line).orElseThrow(EOFException::new);
        byte[] bytes = answers.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = answers.read(); b != '\n'; b = answers.read()) {
            if (b < 0 || line.size() == MOST_LINE_BYTES) {
                throw new EOFException();
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private Optional<byte[]> ended() throws ProblemException {
        try {
            // After an invalid answer, the following bytes can't be interpreted.
            int exitCode = process.destroyForcibly().waitFor();
            if (exitCode != 0) {
                throw new ProblemException(ChildWatcher.ended(words, child, exitCode));
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private Problem tooLong() {
        return new Problem(
                Problem.Kind.TIMED_OUT,
                "The " + words.what() + " took too long",
                "No answer within " + most.toSeconds() + " s. " + words.kept(),
                words.elsewhere());
    }
}
