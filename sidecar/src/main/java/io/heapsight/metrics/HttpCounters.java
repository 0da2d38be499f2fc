/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.heapsight.unit.Labelled;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts the connections of the HTTP server and the rejected callers. Thread-safe. */
public final class HttpCounters {
    /** The reason why the sidecar closed a connection. */
    public enum Closed implements Labelled {
        /** The maximum number of connections was open. */
        FULL,
        /** No request arrived for ten seconds, or for a minute after the previous one. */
        IDLE,
        /** The connection had too many pending requests. */
        PIPELINED
    }

    private final AtomicInteger open = new AtomicInteger();
    private final Map<Closed, LongAdder> closed =
            Arrays.stream(Closed.values())
                    .collect(toUnmodifiableMap(why -> why, _ -> new LongAdder()));
    private final LongAdder wrongTokens = new LongAdder();

    /** Sets the number of open connections. */
    public void open(int connections) {
        open.set(connections);
    }

    /** Counts a connection closed by the sidecar. */
    public void closed(Closed why) {
        closedFor(why).increment();
    }

    /** Counts a request with an invalid token. */
    public void wrongToken() {
        wrongTokens.increment();
    }

    int open() {
        return open.get();
    }

    /** Number of connections that were closed for a reason. */
    public long count(Closed why) {
        return closedFor(why).sum();
    }

    private LongAdder closedFor(Closed why) {
        return Objects.requireNonNull(closed.get(why));
    }

    /** Number of requests with an invalid token. */
    public long wrongTokens() {
        return wrongTokens.sum();
    }
}
