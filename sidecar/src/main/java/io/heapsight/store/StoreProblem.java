/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;

/** What keeps evidence from being stored, in words for the user. */
final class StoreProblem {
    private StoreProblem() {}

    static ProblemException noStore() {
        return problem(
                Problem.Kind.CONFLICT,
                "Nowhere to send it",
                "HEAPSIGHT_STORE is empty, and no presigned URL came along.",
                "Set HEAPSIGHT_STORE=s3://BUCKET/PREFIX, gs://BUCKET/PREFIX,"
                        + " azblob://CONTAINER/PREFIX or file:///FOLDER for the sidecar, or send a"
                        + " presigned URL as the body.");
    }

    static ProblemException notThere(EvidenceKind kind, String id) {
        return problem(
                Problem.Kind.NOT_FOUND,
                "Nothing to store",
                "No %s %s is kept.".formatted(kind.label(), id),
                "It was removed meanwhile, by a caller or by the quota.");
    }

    static ProblemException alreadyOnItsWay(Evidence evidence) {
        return problem(
                Problem.Kind.CONFLICT,
                "It is on its way already",
                "An upload of %s has been asked for and has not ended.".formatted(evidence.label()),
                "Look at GET /jobs.");
    }

    static ProblemException notBegun(Evidence evidence, IOException e) {
        return problem(
                Problem.Kind.NO_ROOM,
                "The upload can't be begun",
                evidence.label() + ": " + IoReason.of(e),
                "Look at room and rights of HEAPSIGHT_DATA_DIR.");
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
