/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Executes steps: sends requests, runs commands.
 *
 * <p>Uses the JDK's old HTTP client: the image has no module for the new one. Redirects are not
 * followed: they could lead to forbidden hosts.
 */
public final class StepRunner {
    /** The default timeout of a step. */
    static final Duration MOST = Duration.ofSeconds(30);

    /** Attempts for a step without an answer; a repeated step has no further effect. */
    private static final int ATTEMPTS = 3;

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);
    private static final int LEAST_SUCCESS = 200;
    private static final int MOST_SUCCESS = 299;
    private static final int LEAST_ERROR = 400;
    private static final int MOST_ANSWER_BYTES = 1024 * 1024;

    /** Timeout for output after a command's end: later output comes from a child process. */
    private static final Duration MOST_OUTPUT = Duration.ofSeconds(1);

    private StepRunner() {}

    /**
     * The result of a step.
     *
     * @param code an HTTP status, or an exit code
     * @param text the body, or the standard output of the command; the first megabyte
     */
    record Answer(Step step, int code, String text) {
        boolean isGood() {
            return switch (step) {
                case Step.Request _ -> code >= LEAST_SUCCESS && code <= MOST_SUCCESS;
                case Step.Command _ -> code == 0;
            };
        }

        String shownCode() {
            return switch (step) {
                case Step.Request _ -> "it answered " + code;
                case Step.Command _ -> "it ended with " + code;
            };
        }
    }

    /**
     * Runs a step; retries if there is no answer.
     *
     * @throws ProblemException if it doesn't succeed
     */
    public static void take(Step step) throws ProblemException {
        takeAgain(step, MOST);
    }

    static void takeAgain(Step step, Duration most) throws ProblemException {
        askAgain(step, most);
    }

    static void take(Step step, Duration most) throws ProblemException {
        askGood(step, most);
    }

    /** Returns the text of a successful answer; retries if there is no answer. */
    static String askAgain(Step step, Duration most) throws ProblemException {
        for (int attempt = 1; ; attempt++) {
            try {
                return askGood(step, most);
            } catch (NoAnswer e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_ATTEMPTS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /** Thrown if a step gave no answer: it took too long, or could not be sent. */
    private static final class NoAnswer extends ProblemException {
        private static final long serialVersionUID = 1;

        NoAnswer(Problem problem, @Nullable Throwable cause) {
            super(problem, cause);
        }
    }

    /** Returns the text of a successful answer. */
    static String askGood(Step step, Duration most) throws ProblemException {
        Answer answer = ask(step, most);
        if (!answer.isGood()) {
            throw new ProblemException(failed(step, answer.shownCode()));
        }
        return answer.text();
    }

    /**
     * Runs a step once, with any result. The waiting thread may be interrupted if it is virtual.
     *
     * @throws ProblemException if there is no answer within that time
     */
    static Answer ask(Step step, Duration most) throws ProblemException {
        Duration limit = step.timeout().orElse(most);
        try {
            return switch (step) {
                case Step.Request request -> send(request, limit);
                case Step.Command command -> run(command, limit);
            };
        } catch (IOException e) {
            throw new NoAnswer(failed(step, IoReason.of(e)), e);
        }
    }

    private static Answer send(Step.Request request, Duration most)
            throws IOException, ProblemException {
        if (!(request.url().toURL().openConnection() instanceof HttpURLConnection connection)) {
            throw new ProblemException(failed(request, "not HTTP"));
        }
        // The connection's timeouts apply per read: an answer byte by byte would never time out.
        AtomicBoolean late = new AtomicBoolean();
        Thread deadline = Thread.ofVirtual().start(() -> hangUpAfter(most, connection, late));
        Answer answer = new Answer(request, 0, "");
        try {
            answer = answerTo(request, connection, most);
        } catch (IOException e) {
            if (!late.get()) {
                throw e;
            }
        } finally {
            deadline.interrupt();
            connection.disconnect();
        }
        if (late.get()) { // a status without complete headers is not an answer
            throw new NoAnswer(late(request, "it has not answered " + after(most)), null);
        }
        return answer;
    }

    private static Answer answerTo(
            Step.Request request, HttpURLConnection connection, Duration most) throws IOException {
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) most.toMillis());
        connection.setReadTimeout((int) most.toMillis());
        connection.setRequestMethod(request.method());
        if (!request.method().equals("GET")) {
            byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
            connection.setRequestProperty("Content-Type", request.contentType());
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(body.length); // otherwise it would be sent twice
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
        }
        int status = connection.getResponseCode();
        InputStream body =
                status >= LEAST_ERROR ? connection.getErrorStream() : connection.getInputStream();
        if (body == null) {
            return new Answer(request, status, "");
        }
        try (body) {
            return new Answer(request, status, text(body));
        }
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readNBytes(MOST_ANSWER_BYTES), StandardCharsets.UTF_8);
    }

    private static void hangUpAfter(
            Duration most, HttpURLConnection connection, AtomicBoolean late) {
        try {
            Thread.sleep(most);
            late.set(true);
            connection.disconnect();
        } catch (InterruptedException _) {
            return; // it has answered in time
        }
    }

    private static Answer run(Step.Command command, Duration most)
            throws IOException, ProblemException {
        Process process =
                new ProcessBuilder(command.words())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        process.getOutputStream().close();
        Output output = new Output(process.getInputStream());
        Thread reader = Thread.ofVirtual().start(output);
        try {
            if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new NoAnswer(late(command, "it has not ended " + after(most)), null);
            }
            reader.join(MOST_OUTPUT);
            return new Answer(command, process.exitValue(), output.text());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
            reader.interrupt();
        }
    }

    /** Reads the complete output of a command, so that it never blocks; keeps the beginning. */
    private static final class Output implements Runnable {
        private final InputStream in;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

        Output(InputStream in) {
            this.in = in;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[8192];
            try (in) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    kept.write(buffer, 0, Math.min(n, MOST_ANSWER_BYTES - kept.size()));
                }
            } catch (IOException _) {
                return; // it was ended
            }
        }

        String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }

    private static String after(Duration most) {
        return "after " + most.toSeconds() + " s";
    }

    private static Problem late(Step step, String reason) {
        return new Problem(
                Problem.Kind.TIMED_OUT,
                "A step of the experiment took too long",
                "%s: %s.".formatted(step, reason),
                "Allow more time: add timeout: 2m to the step.");
    }

    private static Problem failed(Step step, String reason) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "A step of the experiment failed",
                "%s: %s.".formatted(step, reason),
                "Try the step manually on the machine where heapsight runs, then start the"
                        + " experiment again.");
    }
}
