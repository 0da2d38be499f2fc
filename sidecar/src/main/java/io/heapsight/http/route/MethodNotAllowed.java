/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.Set;

/** Thrown if the endpoint exists, but does not support the method. */
public final class MethodNotAllowed extends ProblemException {
    private final String allow;

    public MethodNotAllowed(String method, String path, Set<String> allowed) {
        super(
                new Problem(
                        Problem.Kind.NOT_ALLOWED,
                        "Method not allowed",
                        "%s does not support %s.".formatted(path, method),
                        "Use " + String.join(" or ", allowed) + "."));
        allow = String.join(", ", allowed);
    }

    /** The {@code Allow} header. */
    public String allow() {
        return allow;
    }
}
