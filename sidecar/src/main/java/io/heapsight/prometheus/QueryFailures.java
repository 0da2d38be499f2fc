/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.net.ConnectException;
import javax.net.ssl.SSLException;

/** Describes the failures of a query, with the URL but without secrets. */
record QueryFailures(PrometheusAddress address) {
    private static final String TITLE = "Prometheus did not answer the query";
    private static final int MOST_CHARACTERS = 300;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    /** Reports a request without an answer, or with a cut or invalid one. */
    ProblemException unreachable(IOException e, int attempts) {
        String why = e instanceof ConnectException ? "connection refused" : IoReason.of(e);
        return new ProblemException(
                new Problem(
                        Problem.Kind.UNAVAILABLE,
                        TITLE,
                        "%s: %s%s."
                                .formatted(
                                        address,
                                        VisibleText.of(why, MOST_CHARACTERS),
                                        tried(attempts)),
                        e instanceof SSLException
                                ? "Check the certificates: --ca-file, --cert-file and --key-file."
                                : "Check the URL and that the server is reachable:"
                                        + " curl URL/api/v1/query?query=up."),
                e);
    }

    /** Reports an HTTP status without a document of Prometheus. */
    ProblemException refused(int status, String body, int attempts) {
        String said = body.isBlank() ? "" : ": " + words(body);
        String detail = "%s: HTTP status %d%s%s.".formatted(address, status, said, tried(attempts));
        return switch (status) {
            case UNAUTHORIZED, FORBIDDEN ->
                    new ProblemException(
                            Problem.Kind.FORBIDDEN,
                            "Prometheus refused the credentials",
                            detail,
                            "Give --username and --password-file, --token-file, --tenant or a"
                                    + " client certificate.");
            case NOT_FOUND ->
                    new ProblemException(
                            Problem.Kind.NOT_FOUND,
                            "No Prometheus at this URL",
                            detail,
                            "Give the server's base path: Mimir's is /prometheus, that of"
                                    + " VictoriaMetrics in a cluster is /select/0/prometheus.");
            default ->
                    new ProblemException(
                            Problem.Kind.UNAVAILABLE,
                            TITLE,
                            detail,
                            "Retry later, or query less: a shorter --window, a longer --step, a"
                                    + " narrower selector.");
        };
    }

    /** Reports a redirect, which is not followed: requests contain credentials. */
    ProblemException redirected(int status, String location) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Prometheus redirects the query",
                "%s: HTTP status %d to %s."
                        .formatted(
                                address,
                                status,
                                VisibleText.of(
                                        location.replaceFirst("[?#].*", ""), MOST_CHARACTERS)),
                "Give the URL behind the redirect, or the credentials that its login page asks"
                        + " for.");
    }

    /** Reports an error of the query itself. */
    ProblemException query(QueryReply reply, String promql) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Prometheus rejected the query",
                "%s: %s: %s (query: %s)."
                        .formatted(
                                address,
                                reply.errorType().isEmpty() ? "error" : reply.errorType(),
                                words(reply.error()),
                                words(promql)),
                "Correct the selector or the expression; for a limit of the server use a shorter"
                        + " --window or a longer --step.");
    }

    /** Reports an answer that is not from Prometheus. */
    ProblemException notPrometheus(String why) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Not the answer of a Prometheus",
                "%s: %s.".formatted(address, words(why)),
                "Check the URL: it is that of the server's API with its base path, not that of"
                        + " Grafana or of a login page.");
    }

    /** Reports an invalid header, by its name only. */
    ProblemException header(String name, IllegalArgumentException e) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Not a header",
                "The header %s or its value is invalid.".formatted(words(name)),
                "Give --header 'NAME: VALUE'; a token or a password has no line ends.",
                e);
    }

    ProblemException tooMuch(QueryResultTooLargeException e, String promql) {
        return new ProblemException(
                Problem.Kind.PAYLOAD_TOO_LARGE,
                "The query returns too much",
                "%s: %s (query: %s).".formatted(address, IoReason.why(e), words(promql)),
                "Use a narrower selector, a shorter --window or a longer --step.",
                e);
    }

    private static String tried(int attempts) {
        return attempts > 1 ? " (" + attempts + " attempts)" : "";
    }

    private static String words(String text) {
        String line = text.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip();
        return VisibleText.of(
                line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "…");
    }
}
