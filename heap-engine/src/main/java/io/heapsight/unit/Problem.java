/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

/**
 * A problem reported to the user: what went wrong, why, and how to fix it. Sent as an {@code
 * application/problem+json} answer or as three lines on standard error.
 *
 * @param kind decides the HTTP status and the exit code
 * @param title a short sentence, the same for every such problem
 * @param detail the details of this case, with the values
 * @param remedy what to do, or the line to change; names the YAML line if there is one
 */
public record Problem(Kind kind, String title, String detail, String remedy) {
    /** The kind of a problem, with its HTTP status. */
    public enum Kind {
        BAD_REQUEST(400),
        UNAUTHORIZED(401),
        FORBIDDEN(403),
        NOT_FOUND(404),
        NOT_ALLOWED(405),
        NOT_ACCEPTABLE(406),
        CONFLICT(409),
        GONE(410),
        PAYLOAD_TOO_LARGE(413),
        RANGE_NOT_SATISFIABLE(416),
        TOO_MANY_REQUESTS(429),
        INTERNAL(500),
        REFUSED_BY_TARGET(502),
        UNAVAILABLE(503),
        TIMED_OUT(504),
        NO_ROOM(507);

        private final int httpStatus;

        Kind(int httpStatus) {
            this.httpStatus = httpStatus;
        }

        public int httpStatus() {
            return httpStatus;
        }
    }

    /** The result of a request did not fit in this process's Java heap. */
    public static Problem outOfMemory() {
        return new Problem(
                Kind.UNAVAILABLE,
                "Too little memory for this",
                "The result does not fit in the sidecar's Java heap of %d MiB; sampling continues."
                        .formatted(Runtime.getRuntime().maxMemory() >> 20),
                "Request less (?top=20), or one capture at a time; if the problem persists, set"
                        + " _JAVA_OPTIONS=-Xmx48m in the sidecar's environment, and raise its"
                        + " container's memory limit by as much.");
    }

    /** An unexpected failure; its name and trace go to the log, not to the user. */
    public static Problem unexpected(Throwable failure) {
        return failure instanceof OutOfMemoryError
                ? outOfMemory()
                : new Problem(
                        Kind.INTERNAL,
                        "A bug in heapsight",
                        "An unexpected error occurred; the sidecar's log has the" + " details.",
                        "Report it with that log line; the target is not affected.");
    }

    public Problem {
        if (title.isBlank() || detail.isBlank() || remedy.isBlank()) {
            throw new IllegalArgumentException(
                    "a problem needs title, detail and remedy: " + title);
        }
    }
}
