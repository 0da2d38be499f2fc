/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.config.Setting;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Parameter;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Selects the connection for {@code ?target=} of a request. */
final class TargetResolver {
    static final Parameter<String> TARGET =
            Parameter.text(
                    "target",
                    "[A-Za-z0-9_.$*?/-]{1,200}",
                    "a pid, or a main class with wildcards",
                    "selects a JVM if there are several");

    private static final String KEY = "HEAPSIGHT_TARGET";

    private final Supplier<List<TargetConnection>> connections;
    private final String followed;

    /**
     * @param settings include the selection of JVMs
     */
    TargetResolver(Supplier<List<TargetConnection>> connections, List<Setting> settings) {
        this.connections = connections;
        this.followed =
                settings.stream()
                        .filter(setting -> setting.key().equals(KEY))
                        .map(Setting::value)
                        .findFirst()
                        .orElse("");
    }

    /**
     * Returns the selected JVM.
     *
     * @throws ProblemException if there is none, or if there are several, with their list
     */
    TargetConnection chosen(Exchange exchange) throws ProblemException {
        return named(exchange.find(TARGET).orElse(""));
    }

    /** The answer for a target that ended after it was selected. */
    static Problem gone(TargetConnection target) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The target has ended",
                target.jvm().label() + " is no longer sampled.",
                "Try again: GET /targets lists the visible JVMs.");
    }

    /** All followed targets. */
    List<TargetConnection> all() {
        return connections.get();
    }

    /** Whether any target is followed. */
    boolean isAnyFollowed() {
        return !connections.get().isEmpty();
    }

    /**
     * Returns the JVM selected by a text.
     *
     * @param target a pid or a name; empty for the only one
     */
    TargetConnection named(String target) throws ProblemException {
        List<TargetConnection> open = connections.get();
        TargetJvm jvm = one(target, open.stream().map(TargetConnection::jvm).toList());
        return open.stream()
                .filter(connection -> connection.jvm().isSameProcessAs(jvm))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no connection: " + jvm.label()));
    }

    /** Selects one of the followed JVMs. If only some are followed, other JVMs may be visible. */
    private TargetJvm one(String target, List<TargetJvm> open) throws ProblemException {
        TargetSelector selector = TargetSelector.parse(target);
        boolean all = followed.equals("*") || (followed.isBlank() && open.isEmpty());
        if (all || !selector.all(open).isEmpty()) {
            return selector.one(open);
        }
        String which =
                open.isEmpty()
                        ? "no JVM"
                        : open.stream().map(TargetJvm::label).collect(Collectors.joining(", "));
        if (followed.isBlank()) {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "Unknown JVM",
                    "no sampled JVM is %s; there are: %s".formatted(target, which),
                    "select one by its pid or main class: GET /targets (heapsight targets) lists"
                            + " the visible ones; one that starts while others are sampled is"
                            + " sampled after half a minute");
        }
        throw new ProblemException(
                Problem.Kind.NOT_FOUND,
                "Unknown JVM",
                "the sidecar observes the JVMs selected by %s=%s: %s"
                        .formatted(KEY, followed, which),
                "compare %s with the list of GET /targets (heapsight targets), and correct or omit it"
                        .formatted(KEY));
    }
}
