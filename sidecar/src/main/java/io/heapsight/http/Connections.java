/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The open connections: at most {@value #MAX}; one on which nothing is being worked on for a minute
 * is closed, whether it is silent or sends its request by single bytes. (Vert.x's own idle time-out
 * would also end a request that is quiet because it works.)
 *
 * <p>Used on the event loop only.
 */
final class Connections {
    static final int MAX = 256;
    private static final long MAX_IDLE_NANOS = 60_000_000_000L;

    private static final class State {
        private int working;
        private long idleSince;

        State(long idleSince) {
            this.idleSince = idleSince;
        }
    }

    private final LongSupplier nanoTime;
    private final Map<HttpConnection, State> open = new HashMap<>();

    Connections(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void opened(HttpConnection connection) {
        if (open.size() >= MAX) {
            connection.close();
            return;
        }
        open.put(connection, new State(nanoTime.getAsLong()));
        connection.closeHandler(_ -> open.remove(connection));
    }

    void workBegins(HttpConnection connection) {
        State state = open.get(connection);
        if (state != null) {
            state.working++;
        }
    }

    void workEnds(HttpConnection connection) {
        State state = open.get(connection);
        if (state != null) {
            state.working--;
            state.idleSince = nanoTime.getAsLong();
        }
    }

    /** Closes those that are idle for too long. */
    void sweep() {
        long now = nanoTime.getAsLong();
        List<HttpConnection> idle = new ArrayList<>();
        open.forEach(
                (connection, state) -> {
                    if (state.working == 0 && now - state.idleSince > MAX_IDLE_NANOS) {
                        idle.add(connection);
                    }
                });
        idle.forEach(HttpConnection::close);
    }
}
