/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;

/**
 * Problems of a stored file that does not exist, or can't be read or deleted.
 *
 * @param noun "heap dump"
 * @param path of the list: "/heapdumps"
 * @param taking how to create one: "POST /heapdumps takes one"
 */
public record KeptFileProblems(String noun, String path, String taking) {
    /** Problems of a resource whose POST request creates a file. */
    public KeptFileProblems(String noun, String path) {
        this(noun, path, "POST " + path + " takes one");
    }

    public Problem none(String id) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No such " + noun,
                "No " + noun + " " + id + " is kept.",
                "GET " + path + " lists the stored ones; " + taking + ".");
    }

    public ProblemException unreadable(String id, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The " + noun + " can't be read",
                id + ": " + IoReason.of(e),
                "It may have been deleted: GET " + path + " lists the stored ones.",
                e);
    }

    public ProblemException notRemoved(String id, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The " + noun + " can't be removed",
                id + ": " + IoReason.of(e),
                "Check the permissions of HEAPSIGHT_DATA_DIR.",
                e);
    }
}
