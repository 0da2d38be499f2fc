/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;

/** Creates the problems of an upload, with explanations for the user. */
final class UploadProblem {
    private UploadProblem() {}

    static ProblemException refused(PresignedUrl to, StorageResponse answer) {
        return problem(
                Problem.Kind.REFUSED_BY_TARGET,
                "The storage refuses the upload",
                to.shown() + " answered with " + answer + ".",
                "Create a new presigned URL, for PUT, without extra headers, in the bucket's"
                        + " region, and valid for as long as the upload may take.");
    }

    static ProblemException gaveUp(PresignedUrl to, int attempts, String fault) {
        return problem(
                Problem.Kind.UNAVAILABLE,
                "The upload failed",
                "%s, after %d attempts; last error: %s.".formatted(to.shown(), attempts, fault),
                "Check whether the pod may reach that host (egress rules, proxy), then start the"
                        + " upload again.");
    }

    static ProblemException notTrusted(PresignedUrl to, IOException e) {
        return problem(
                Problem.Kind.UNAVAILABLE,
                "The storage can't be trusted",
                "The TLS handshake with " + to.shown() + " failed: " + IoReason.of(e),
                "Set HEAPSIGHT_UPLOAD_CA to the PEM file of the authority that signed its"
                        + " certificate.");
    }

    static ProblemException gone(Path file, IOException e) {
        return problem(
                Problem.Kind.GONE,
                "The file can no longer be read",
                file.getFileName() + ": " + IoReason.why(e),
                "It was deleted by a request or by the quota.");
    }

    private static ProblemException problem(
            Problem.Kind kind, String title, String detail, String remedy) {
        return new ProblemException(kind, title, detail, remedy);
    }
}
