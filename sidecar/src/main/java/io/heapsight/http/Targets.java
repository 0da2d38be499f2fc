/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Parameter;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.target.TargetSelector;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.function.Supplier;

/** Picks the connection that a request means by {@code ?target=}. */
final class Targets {
    static final Parameter<String> TARGET =
            Parameter.text(
                    "target",
                    "[A-Za-z0-9_.$*?/-]{1,200}",
                    "a pid, or a main class with wildcards",
                    "the JVM that is meant, where there are several");

    private final Supplier<List<TargetConnection>> connections;

    Targets(Supplier<List<TargetConnection>> connections) {
        this.connections = connections;
    }

    /**
     * The one that is meant.
     *
     * @throws ProblemException when there is none, or there are several, which it lists
     */
    TargetConnection chosen(Exchange exchange) throws ProblemException {
        return named(exchange.find(TARGET).orElse(""));
    }

    /** Whether there is one at all. */
    boolean isAnyFollowed() {
        return !connections.get().isEmpty();
    }

    /**
     * The one that a text means.
     *
     * @param target a pid or a name; empty for the only one
     */
    TargetConnection named(String target) throws ProblemException {
        List<TargetConnection> open = connections.get();
        TargetJvm jvm =
                TargetSelector.parse(target).one(open.stream().map(TargetConnection::jvm).toList());
        return open.stream()
                .filter(connection -> connection.jvm().isSameProcessAs(jvm))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no connection: " + jvm.label()));
    }
}
