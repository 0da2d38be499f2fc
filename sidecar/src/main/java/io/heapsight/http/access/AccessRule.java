/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.access;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.Caller;
import io.heapsight.http.route.Route;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.Optional;

/**
 * Decides whether a caller may use a route. Open routes are for all; other routes require loopback
 * or the token. Web pages of another origin can't change state or start costly operations.
 */
public final class AccessRule {
    private final Optional<TokenFile> tokenFile;
    private final InvalidTokenLimit wrongTokens;

    public AccessRule(Optional<TokenFile> tokenFile, InvalidTokenLimit wrongTokens) {
        this.tokenFile = tokenFile;
        this.wrongTokens = wrongTokens;
    }

    /**
     * Checks access; blocks for a file read if the caller sends a token.
     *
     * @throws ProblemException 401, 403, or 429 after too many wrong tokens
     */
    public void check(Route route, Caller caller) throws ProblemException {
        if (route.access() == Access.PROTECTED && !isLetIn(caller)) {
            throw new ProblemException(unauthorized(caller));
        }
        boolean sensitive =
                route.method().changesState()
                        || switch (route.cost()) {
                            case INSTANT, CHEAP, STREAM -> false;
                            case TRANSFER, COSTLY -> true;
                        };
        if (sensitive && caller.isCrossSite()) {
            throw new ProblemException(
                    Problem.Kind.FORBIDDEN,
                    "Cross-site request",
                    "A web page of another origin made your browser send this request.",
                    "Open this address itself, or use curl.");
        }
    }

    private boolean isLetIn(Caller caller) throws ProblemException {
        if (caller.isOnLoopback()) {
            return true;
        }
        String token = caller.bearerToken();
        if (token == null || tokenFile.isEmpty()) {
            return false;
        }
        wrongTokens.check(caller.address());
        if (tokenFile.get().matches(token)) {
            return true;
        }
        wrongTokens.shown(caller.address());
        return false;
    }

    private Problem unauthorized(Caller caller) {
        boolean shown = caller.header().apply("Authorization") != null;
        String detail =
                "This request reads data of the target or affects it, and comes from %s %s."
                        .formatted(
                                caller.address().getHostAddress(),
                                shown ? "with an invalid token" : "without a token");
        String token =
                tokenFile.isPresent()
                        ? "send \"Authorization: Bearer TOKEN\" with the token of HEAPSIGHT_TOKEN_FILE"
                        : "set HEAPSIGHT_TOKEN_FILE on the sidecar and send"
                                + " \"Authorization: Bearer TOKEN\"";
        return new Problem(
                Problem.Kind.UNAUTHORIZED,
                "Requires loopback or the token",
                detail,
                "Call it through \"kubectl port-forward POD 9404\" or \"kubectl exec\" as"
                        + " http://localhost:9404, or "
                        + token
                        + ".");
    }
}
