/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import javax.net.ssl.SSLException;

/** Thrown if a store did not accept data. */
public final class StoreFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public StoreFailure(Problem problem, Throwable cause) {
        super(problem.title() + ": " + problem.detail(), cause);
        this.problem = problem;
    }

    /** The problem for the user. */
    public ProblemException told() {
        return new ProblemException(problem, this);
    }

    /** The TLS handshake with a store failed. */
    public static StoreFailure untrusted(String where, SSLException why, Exception cause) {
        return new StoreFailure(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "The store can't be trusted",
                        where + ": the TLS handshake failed: " + IoReason.of(why),
                        "Name the PEM file of the authority that signed its certificate as"
                                + " HEAPSIGHT_UPLOAD_CA."),
                cause);
    }
}
