/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import java.io.IOException;

/** Creates the failures of reading an object. */
public final class ReadFailures {
    private ReadFailures() {}

    /**
     * Creates the failure for a missing object.
     *
     * @param where the object, without secrets
     */
    public static StoreFailure missing(String where) {
        return failure(
                Problem.Kind.NOT_FOUND,
                "The object does not exist",
                where + " was not found.",
                "Check the URL; heapsight store list shows the evidence in HEAPSIGHT_STORE.");
    }

    /** Creates the failure for an object that another program has replaced. */
    public static StoreFailure changed(String where) {
        return failure(
                Problem.Kind.CONFLICT,
                "The object changed while it was read",
                where + " has another version (ETag) than at the beginning.",
                "Run the command again when no program writes to the object; it reads the new"
                        + " version from its beginning.");
    }

    /** Creates the failure for bytes that differ from their manifest or from earlier responses. */
    public static StoreFailure different(String where, String how) {
        return failure(
                Problem.Kind.CONFLICT,
                "The object differs from its description",
                where + ": " + how,
                "Upload it again from the pod; otherwise don't trust its content.");
    }

    /** Creates the failure for a response that violates the protocol. */
    public static StoreFailure invalid(String where, String how) {
        return failure(
                Problem.Kind.UNAVAILABLE,
                "The answer of the store is invalid",
                where + ": " + how,
                "Check the URL and HEAPSIGHT_STORE_ENDPOINT; a proxy may have answered.");
    }

    /**
     * Creates the failure for responses that repeatedly end too early.
     *
     * @param position of the first missing byte
     */
    public static StoreFailure broken(String where, long position, IOException e) {
        return failure(
                Problem.Kind.UNAVAILABLE,
                "The download failed",
                "%s, after %d bytes: %s.".formatted(where, position, IoReason.of(e)),
                "Check the network; then run the command again, which continues where it"
                        + " stopped.");
    }

    private static StoreFailure failure(
            Problem.Kind kind, String title, String detail, String remedy) {
        return new StoreFailure(new Problem(kind, title, detail, remedy), new IOException(title));
    }
}
