/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;

/**
 * What is said of a file that is not kept, or can't be read or removed.
 *
 * @param noun what one of them is called: "heap dump"
 * @param path of their list: "/heapdumps"
 * @param taking how one comes: "POST /heapdumps takes one"
 */
public record KeptFileProblems(String noun, String path, String taking) {
    /** Of what a request takes. */
    public KeptFileProblems(String noun, String path) {
        this(noun, path, "POST " + path + " takes one");
    }

    public Problem none(String id) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No such " + noun,
                "No " + noun + " " + id + " is kept.",
                "GET " + path + " lists those that are; " + taking + ".");
    }

    public ProblemException unreadable(String id, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The " + noun + " can't be read",
                id + ": " + IoReason.of(e),
                "It may just have been removed: GET " + path + " lists those that are kept.",
                e);
    }

    public ProblemException notRemoved(String id, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The " + noun + " can't be removed",
                id + ": " + IoReason.of(e),
                "Look at the rights of HEAPSIGHT_DATA_DIR.",
                e);
    }
}
