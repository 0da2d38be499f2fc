/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.request;

import io.heapsight.http.route.RequestBody;
import io.heapsight.http.route.Route;
import io.heapsight.http.route.RouteTable;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/** A request that was read: the call of a route, or a refusal. */
public sealed interface ParsedRequest {
    /** Calls a route; the caller and the arguments are not checked yet. */
    record Call(RouteTable.Match match, RequestBody body) implements ParsedRequest {
        public Route route() {
            return match.route();
        }

        @Override
        public ParsedRequest with(RequestBody read) {
            return new Call(match, read);
        }

        @Override
        public boolean isLast() {
            return false;
        }
    }

    /** Is answered by a problem. */
    record Refusal(ProblemException reason, Connection connection) implements ParsedRequest {
        static Refusal closing(Problem problem) {
            return new Refusal(new ProblemException(problem), Connection.CLOSING);
        }

        @Override
        public ParsedRequest with(RequestBody read) {
            return this;
        }

        @Override
        public boolean isLast() {
            return connection != Connection.KEPT;
        }
    }

    /** The state of the connection after a refusal. */
    enum Connection {
        KEPT,
        /** Closed after the answer, since the next request can't be found. */
        CLOSING,
        /** About to be closed by a failure; an answer may have begun. */
        BROKEN
    }

    /** Adds the body; a refusal stays one. */
    ParsedRequest with(RequestBody read);

    /** Whether no other request follows on its connection. */
    boolean isLast();
}
