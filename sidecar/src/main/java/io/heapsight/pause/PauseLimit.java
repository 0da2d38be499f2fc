/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.PauseRefused;
import io.heapsight.unit.Problem;
import java.time.Duration;
import java.util.Optional;

/**
 * The limit for the expected pause of a capture.
 *
 * @param most empty: unlimited
 * @param source of the limit, for display
 * @param ofRequest whether it comes from a request rather than from a rule
 */
public record PauseLimit(Optional<Duration> most, String source, boolean ofRequest) {
    /**
     * The default for automatic captures. With the defaults of Kubernetes (3 failures, every 10 s,
     * timeout 1 s), a liveness probe restarts a container that hangs for 21 s.
     */
    public static final Duration USUAL = Duration.ofSeconds(20);

    /**
     * The longest pause without a restart: the first probe may begin together with the pause, and
     * the last failed one restarts the container.
     */
    public static final String PROBE = "(failureThreshold - 1) x periodSeconds";

    public static final PauseLimit NONE = new PauseLimit(Optional.empty(), "", true);

    private static final String KEY = "HEAPSIGHT_MAX_PAUSE";

    /** Returns the limit of rules, triggers and intervals. */
    public static PauseLimit automatic(Optional<Duration> configured) {
        return new PauseLimit(
                Optional.of(configured.orElse(USUAL)),
                KEY + (configured.isEmpty() ? " of rules, by default" : ""),
                false);
    }

    /**
     * Returns the limit of a request.
     *
     * @param own limit given in the request
     */
    public static PauseLimit ofRequest(Optional<Duration> own, Optional<Duration> configured) {
        return own.isPresent()
                ? new PauseLimit(own, "?maxPause", true)
                : new PauseLimit(configured, KEY, true);
    }

    /** Returns whether the limit permits an estimate; it permits an unknown one. */
    public boolean allows(PauseEstimate estimate) {
        return most.isEmpty()
                || !estimate.isKnown()
                || estimate.atMost().compareTo(most.get()) <= 0;
    }

    /**
     * Checks an estimate.
     *
     * @param noun of the capture: "heap dump"
     * @param instead alternatives to the capture
     * @throws PauseRefused if it exceeds the limit
     */
    public void require(PauseEstimate estimate, TargetJvm jvm, String noun, String instead)
            throws PauseRefused {
        if (allows(estimate)) {
            return;
        }
        throw new PauseRefused(
                new Problem(
                        Problem.Kind.CONFLICT,
                        "The capture would stop the target for too long",
                        "A %s is expected to stop %s for %s; %s allows %s."
                                .formatted(
                                        noun,
                                        jvm.label(),
                                        estimate.text(),
                                        source,
                                        PauseEstimate.shown(most.orElseThrow())),
                        "%s To take it nevertheless, first make %s of the liveness probe longer than %s, then request it with ?maxPause=%ds."
                                .formatted(
                                        instead,
                                        PROBE,
                                        PauseEstimate.shown(estimate.atMost()),
                                        estimate.atMost().toSeconds() + 1)));
    }
}
