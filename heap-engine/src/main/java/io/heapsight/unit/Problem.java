/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

/**
 * A problem as it is reported to the user: what went wrong, why, and how to fix it. It becomes an
 * {@code application/problem+json} answer, or three lines on standard error.
 *
 * @param kind decides the HTTP status and the exit code
 * @param title a short sentence that is the same for every such problem
 * @param detail what was found this time, with the values
 * @param remedy the line to change or the thing to do; names the YAML line where there is one
 */
public record Problem(Kind kind, String title, String detail, String remedy) {
    /** What sort of problem it is, and the HTTP status that says so. */
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

    /** The Java heap of this process did not hold what was asked for. */
    public static Problem outOfMemory() {
        return new Problem(
                Kind.UNAVAILABLE,
                "Too little memory for this",
                "The sidecar's Java heap of %d MiB did not hold it; sampling goes on."
                        .formatted(Runtime.getRuntime().maxMemory() >> 20),
                "Ask for less (?top=20), or for one thing at a time; if it stays, set"
                        + " _JAVA_OPTIONS=-Xmx48m in the sidecar's environment, and raise its"
                        + " container's memory limit by as much.");
    }

    /** What nobody foresaw: its name and its trace are for the log, not for the user. */
    public static Problem unexpected(Throwable failure) {
        return failure instanceof OutOfMemoryError
                ? outOfMemory()
                : new Problem(
                        Kind.INTERNAL,
                        "A bug in heapsight",
                        "Something that should not happen happened; the sidecar's log has the"
                                + " details.",
                        "Report it with that log line; the target is not affected.");
    }

    public Problem {
        if (title.isBlank() || detail.isBlank() || remedy.isBlank()) {
            throw new IllegalArgumentException(
                    "a problem needs title, detail and remedy: " + title);
        }
    }
}
