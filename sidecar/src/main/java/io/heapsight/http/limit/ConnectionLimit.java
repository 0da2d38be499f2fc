/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.limit;

import io.heapsight.http.route.Caller;
import io.heapsight.metrics.HttpCounters;
import io.heapsight.unit.EventLog;
import io.vertx.core.http.HttpConnection;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits open connections to {@value #MAX}; {@value #FOR_LOOPBACK} of them are reserved for callers
 * on loopback. At the limit, the connection that has been idle longest is closed. {@link #sweep}
 * also closes a connection if the head of its first request takes longer than ten seconds. After a
 * minute without a running request, it closes any connection, even if the caller sends single
 * bytes. (The idle timeout of Vert.x would also close the connection of a slow request.)
 *
 * <p>Used on the event loop only.
 */
public final class ConnectionLimit {
    public static final int MAX = 256;
    public static final int FOR_LOOPBACK = 32;
    private static final long FIRST_REQUEST_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long MAX_IDLE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long LOG_NANOS = Duration.ofMinutes(1).toNanos();

    private static final class State {
        private final boolean fromOutside;
        private boolean asked;
        private int working;
        private long idleSince;

        State(boolean fromOutside, long idleSince) {
            this.fromOutside = fromOutside;
            this.idleSince = idleSince;
        }

        boolean isIdleFor(long nanos, long now) {
            return working == 0 && now - idleSince > nanos;
        }
    }

    private final LongSupplier nanoTime;
    private final HttpCounters tally;
    private final EventLog log;
    private final Map<HttpConnection, State> open = new HashMap<>();
    private int fromOutside;

    private long closedFull;
    private long closedSlow;
    private long loggedAt;
    private long emptySince;

    public ConnectionLimit(LongSupplier nanoTime, HttpCounters tally, EventLog log) {
        this.nanoTime = nanoTime;
        this.tally = tally;
        this.log = log;
        this.loggedAt = nanoTime.getAsLong() - LOG_NANOS;
        this.emptySince = nanoTime.getAsLong();
    }

    public void opened(HttpConnection connection) {
        InetAddress peer = InetAddress.ofLiteral(connection.remoteAddress().hostAddress());
        boolean outside = !Caller.isLoopback(peer);
        while (isFull(outside)) {
            closedFull++;
            tally.closed(HttpCounters.Closed.FULL);
            HttpConnection idlest = idlest(outside);
            if (idlest == null) {
                connection.close();
                return;
            }
            close(idlest);
        }
        open.put(connection, new State(outside, nanoTime.getAsLong()));
        fromOutside += outside ? 1 : 0;
        tally.open(open.size());
        connection.closeHandler(_ -> forget(connection));
        PipeliningLimit.limit(connection, () -> tally.closed(HttpCounters.Closed.PIPELINED));
    }

    private boolean isFull(boolean outside) {
        return open.size() >= MAX || (outside && fromOutside >= MAX - FOR_LOOPBACK);
    }

    private @Nullable HttpConnection idlest(boolean outsideOnly) {
        HttpConnection idlest = null;
        long since = Long.MAX_VALUE;
        for (Map.Entry<HttpConnection, State> each : open.entrySet()) {
            State state = each.getValue();
            boolean candidate = state.working == 0 && (state.fromOutside || !outsideOnly);
            if (candidate && (idlest == null || state.idleSince - since < 0)) {
                idlest = each.getKey();
                since = state.idleSince;
            }
        }
        return idlest;
    }

    private void close(HttpConnection connection) {
        forget(connection);
        connection.close();
    }

    private void forget(HttpConnection connection) {
        State state = open.remove(connection);
        fromOutside -= state != null && state.fromOutside ? 1 : 0;
        emptySince = nanoTime.getAsLong();
        tally.open(open.size());
    }

    /** Time without connections. */
    public Duration quiet() {
        return open.isEmpty() ? Duration.ofNanos(nanoTime.getAsLong() - emptySince) : Duration.ZERO;
    }

    /** Records that the head of a request has arrived. */
    public void asked(HttpConnection connection) {
        State state = open.get(connection);
        if (state != null) {
            state.asked = true;
        }
    }

    public void workBegins(HttpConnection connection) {
        State state = open.get(connection);
        if (state != null) {
            state.working++;
        }
    }

    public void workEnds(HttpConnection connection) {
        State state = open.get(connection);
        if (state != null) {
            state.working--;
            state.idleSince = nanoTime.getAsLong();
        }
    }

    /** Closes connections that are idle for too long. */
    public void sweep() {
        long now = nanoTime.getAsLong();
        List<HttpConnection> idle = new ArrayList<>();
        open.forEach(
                (connection, state) -> {
                    if (!state.asked && state.isIdleFor(FIRST_REQUEST_NANOS, now)) {
                        closedSlow++;
                        idle.add(connection);
                    } else if (state.isIdleFor(MAX_IDLE_NANOS, now)) {
                        idle.add(connection);
                    }
                });
        for (HttpConnection each : idle) {
            tally.closed(HttpCounters.Closed.IDLE);
            close(each);
        }
        tell(now);
    }

    /** Logs closed connections, at most one line per minute. */
    private void tell(long now) {
        if (closedFull + closedSlow > 0 && now - loggedAt >= LOG_NANOS) {
            log.warn(
                    "connections were closed",
                    EventLog.field("to_make_room", closedFull),
                    EventLog.field("no_request_for_10s", closedSlow),
                    EventLog.field("open", open.size()));
            closedFull = 0;
            closedSlow = 0;
            loggedAt = now;
        }
    }
}
