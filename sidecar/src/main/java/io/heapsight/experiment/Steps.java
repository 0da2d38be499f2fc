/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Does steps.
 *
 * <p>With the JDK's old HTTP client: the image has no module for the new one. Redirects are not
 * followed: they could lead to where the rules don't allow.
 */
public final class Steps {
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final int LEAST_SUCCESS = 200;
    private static final int MOST_SUCCESS = 299;

    private Steps() {}

    /**
     * Does it.
     *
     * @throws ProblemException when it doesn't succeed within half a minute
     */
    public static void take(Step step) throws ProblemException {
        take(step, MOST);
    }

    static void take(Step step, Duration most) throws ProblemException {
        try {
            switch (step) {
                case Step.Request request -> send(request, most);
                case Step.Command command -> run(command, most);
            }
        } catch (IOException e) {
            throw new ProblemException(failed(step, String.valueOf(e.getMessage())), e);
        }
    }

    private static void send(Step.Request request, Duration most)
            throws IOException, ProblemException {
        if (!(request.url().toURL().openConnection() instanceof HttpURLConnection connection)) {
            throw new ProblemException(failed(request, "not HTTP"));
        }
        // The time-outs of the connection are for one read each: single bytes would last for ever.
        AtomicBoolean late = new AtomicBoolean();
        Thread deadline = Thread.ofVirtual().start(() -> hangUpAfter(most, connection, late));
        int status = 0;
        try {
            status = answerTo(request, connection, most);
        } catch (IOException e) {
            if (!late.get()) {
                throw e;
            }
        } finally {
            deadline.interrupt();
            connection.disconnect();
        }
        if (late.get()) { // a status without the rest of the head is no answer either
            throw new ProblemException(failed(request, "it has not answered " + after(most)));
        }
        if (status < LEAST_SUCCESS || status > MOST_SUCCESS) {
            throw new ProblemException(failed(request, "it answered " + status));
        }
    }

    private static int answerTo(Step.Request request, HttpURLConnection connection, Duration most)
            throws IOException {
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) most.toMillis());
        connection.setReadTimeout((int) most.toMillis());
        connection.setRequestMethod(request.method());
        if (!request.body().isEmpty()) {
            connection.setRequestProperty("Content-Type", request.contentType());
            connection.setDoOutput(true);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(request.body().getBytes(StandardCharsets.UTF_8));
            }
        }
        return connection.getResponseCode();
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

    private static void run(Step.Command command, Duration most)
            throws IOException, ProblemException {
        Process process =
                new ProcessBuilder(command.words())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ProblemException(failed(command, "it has not ended " + after(most)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new ProblemException(failed(command, "it ended with " + process.exitValue()));
        }
    }

    private static String after(Duration most) {
        return "after " + most.toSeconds() + " s";
    }

    private static Problem failed(Step step, String reason) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "A step of the experiment failed",
                "%s: %s.".formatted(step, reason),
                "Try it by hand from where heapsight runs, and start the experiment again.");
    }
}
