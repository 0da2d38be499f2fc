/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.config.Setting;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Parameter;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.target.TargetSelector;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Picks the connection that a request means by {@code ?target=}. */
final class Targets {
    static final Parameter<String> TARGET =
            Parameter.text(
                    "target",
                    "[A-Za-z0-9_.$*?/-]{1,200}",
                    "a pid, or a main class with wildcards",
                    "the JVM that is meant, where there are several");

    private static final String KEY = "HEAPSIGHT_TARGET";

    private final Supplier<List<TargetConnection>> connections;
    private final String followed;

    /**
     * @param settings one of them says which JVMs are followed
     */
    Targets(Supplier<List<TargetConnection>> connections, List<Setting> settings) {
        this.connections = connections;
        this.followed =
                settings.stream()
                        .filter(setting -> setting.key().equals(KEY))
                        .map(Setting::value)
                        .findFirst()
                        .orElse("");
    }

    /**
     * The one that is meant.
     *
     * @throws ProblemException when there is none, or there are several, which it lists
     */
    TargetConnection chosen(Exchange exchange) throws ProblemException {
        return named(exchange.find(TARGET).orElse(""));
    }

    /** What is answered where a target went after it was chosen. */
    static Problem gone(TargetConnection target) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The target has just gone",
                target.jvm().label() + " is not sampled any more.",
                "Ask again: GET /targets lists those in sight.");
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
        TargetJvm jvm = one(target, open.stream().map(TargetConnection::jvm).toList());
        return open.stream()
                .filter(connection -> connection.jvm().isSameProcessAs(jvm))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no connection: " + jvm.label()));
    }

    /** Where only some JVMs are followed, another may be visible all the same. */
    private TargetJvm one(String target, List<TargetJvm> open) throws ProblemException {
        TargetSelector selector = TargetSelector.parse(target);
        if (followed.isBlank() || followed.equals("*") || !selector.all(open).isEmpty()) {
            return selector.one(open);
        }
        String which =
                open.isEmpty()
                        ? "no JVM"
                        : open.stream().map(TargetJvm::label).collect(Collectors.joining(", "));
        throw new ProblemException(
                Problem.Kind.NOT_FOUND,
                "There is no such JVM",
                "the sidecar follows what %s=%s selects: %s".formatted(KEY, followed, which),
                "compare %s with what GET /targets lists (heapsight targets), and correct it or leave it out"
                        .formatted(KEY));
    }
}
