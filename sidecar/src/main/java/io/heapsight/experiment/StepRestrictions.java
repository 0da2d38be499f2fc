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
 * The restrictions of steps. A caller of the sidecar's API must not reach services through the
 * sidecar, such as a cloud's metadata service. Requests go only to loopback addresses, where the
 * other containers of a pod listen. Hosts are compared literally and never resolved, so that DNS
 * can't redirect them.
 *
 * @param commands whether commands are run
 * @param anywhere whether requests may go to any host
 * @param hosts allowed in addition to loopback addresses
 */
public record StepRestrictions(boolean commands, boolean anywhere, Set<String> hosts) {
    /** Rules for the command line: its user could run the same steps directly. */
    public static final StepRestrictions OWN_USER = new StepRestrictions(true, true, Set.of());

    public StepRestrictions {
        hosts = Set.copyOf(hosts);
    }

    /** Returns the rules for callers of the API. */
    public static StepRestrictions ofApi(List<String> hosts) {
        return new StepRestrictions(
                false,
                false,
                Set.copyOf(hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList()));
    }

    /**
     * Checks every step.
     *
     * @throws ProblemException 403 if one is not allowed
     */
    public void check(ExperimentPlan plan) throws ProblemException {
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
            return false; // a host name
        }
    }

    private static Problem noCommands(Step step) {
        return new Problem(
                Problem.Kind.FORBIDDEN,
                "Commands are not run for callers of the API",
                "The plan has the command \"%s\".".formatted(step),
                "Switch with an HTTP request, or run heapsight experiment FILE where the command"
                        + " is.");
    }

    private static Problem elsewhere(URI url) {
        return new Problem(
                Problem.Kind.FORBIDDEN,
                "A step may only call a loopback address",
                url + " is not on this machine.",
                "Call the target as localhost or 127.0.0.1, or allow the host with"
                        + " HEAPSIGHT_EXPERIMENT_HOSTS.");
    }
}
