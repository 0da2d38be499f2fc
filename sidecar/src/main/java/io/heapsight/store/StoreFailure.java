/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import javax.net.ssl.SSLException;

/** Thrown if a store can't be written or read. */
public final class StoreFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public StoreFailure(Problem problem, Throwable cause) {
        super(problem.title() + ": " + problem.detail(), cause);
        this.problem = problem;
    }

    /** Returns the problem to report to the user. */
    public ProblemException told() {
        return new ProblemException(problem, this);
    }

    /** Creates the failure of a TLS handshake with a store. */
    public static StoreFailure untrusted(String where, SSLException why, Exception cause) {
        return new StoreFailure(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "The store can't be trusted",
                        where + ": the TLS handshake failed: " + IoReason.of(why),
                        "Set HEAPSIGHT_UPLOAD_CA to the PEM file of the authority that"
                                + " signed its certificate."),
                cause);
    }
}
