/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;

/** Creates the problems of uploads. */
final class StoreProblem {
    private StoreProblem() {}

    static ProblemException noStore() {
        return problem(
                Problem.Kind.CONFLICT,
                "No upload destination",
                "HEAPSIGHT_STORE is empty, and the request has no presigned URL.",
                "Set HEAPSIGHT_STORE=s3://BUCKET/PREFIX, gs://BUCKET/PREFIX,"
                        + " azblob://CONTAINER/PREFIX or file:///FOLDER for the sidecar, or send a"
                        + " presigned URL as the body.");
    }

    static ProblemException notThere(EvidenceKind kind, String id) {
        return problem(
                Problem.Kind.NOT_FOUND,
                "Nothing to store",
                "No %s %s is kept.".formatted(kind.label(), id),
                "It was deleted by a request or by the quota.");
    }

    static ProblemException alreadyOnItsWay(Evidence evidence) {
        return problem(
                Problem.Kind.CONFLICT,
                "The upload is already running",
                "An upload of %s was requested and has not ended.".formatted(evidence.label()),
                "See GET /jobs.");
    }

    static ProblemException cancelled(EvidenceKind kind, String id) {
        return problem(
                Problem.Kind.CONFLICT,
                "The upload was cancelled",
                "The store does not have the %s %s.".formatted(kind.label(), id),
                "Start it again.");
    }

    static ProblemException notBegun(Evidence evidence, IOException e) {
        return problem(
                Problem.Kind.NO_ROOM,
                "The upload can't start",
                evidence.label() + ": " + IoReason.of(e),
                "Check the free space and permissions of HEAPSIGHT_DATA_DIR.");
    }

    static ProblemException after(int attempts, ProblemException last) {
        Problem said = last.problem();
        return new ProblemException(
                said.kind(),
                said.title(),
                "%s (tried %d times)".formatted(said.detail(), attempts),
                said.remedy(),
                last);
    }

    private static ProblemException problem(
            Problem.Kind kind, String title, String detail, String remedy) {
        return new ProblemException(kind, title, detail, remedy);
    }
}
