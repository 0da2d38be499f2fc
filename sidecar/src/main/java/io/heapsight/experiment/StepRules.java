/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The rules for what steps may do. Whoever may use the API of a sidecar must not get at what only
 * the sidecar can reach, such as a cloud's metadata service: its requests go to loopback addresses,
 * where the other containers of a pod listen, and nowhere else. A host is compared as it is
 * written, and never looked up, so that no name server can lead elsewhere.
 *
 * @param commands whether commands are run
 * @param anywhere whether requests may go to any host
 * @param hosts that requests may go to, beside loopback addresses
 */
public record StepRules(boolean commands, boolean anywhere, Set<String> hosts) {
    /** For a user's own command line, which may do anyway what its user may. */
    public static final StepRules OWN_USER = new StepRules(true, true, Set.of());

    public StepRules {
        hosts = Set.copyOf(hosts);
    }

    /** For the callers of an API. */
    public static StepRules ofApi(List<String> hosts) {
        return new StepRules(
                false,
                false,
                Set.copyOf(hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList()));
    }

    /**
     * Checks every step.
     *
     * @throws ProblemException 403 when one is not allowed
     */
    public void check(Plan plan) throws ProblemException {
        for (Step step : plan.steps()) {
            switch (step) {
                case Step.Command _ -> {
                    if (!commands) {
                        throw new ProblemException(noCommands(step));
                    }
                }
                case Step.Request(var _, URI url, var _, var _, var _) -> {
                    if (!anywhere && !allows(url)) {
                        throw new ProblemException(elsewhere(url));
                    }
                }
            }
        }
    }

    private boolean allows(URI url) {
        String host = url.getHost().toLowerCase(Locale.ROOT);
        return host.equals("localhost")
                || hosts.contains(host)
                || hosts.contains(host + ":" + url.getPort())
                || isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false; // a name
        }
    }

    private static Problem noCommands(Step step) {
        return new Problem(
                Problem.Kind.FORBIDDEN,
                "Commands are not run for callers of the API",
                "The plan has the command \"%s\".".formatted(step),
                "Switch by an HTTP request, or run heapsight experiment FILE where the command"
                        + " is.");
    }

    private static Problem elsewhere(URI url) {
        return new Problem(
                Problem.Kind.FORBIDDEN,
                "A step may only call a loopback address",
                url + " is not on this machine.",
                "Call the target by localhost or 127.0.0.1, or allow the host with"
                        + " HEAPSIGHT_EXPERIMENT_HOSTS.");
    }
}
