/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.unit.Labelled;
import io.heapsight.unit.Problem;
import java.util.Optional;

/** The profiles that a sidecar may take: the value of HEAPSIGHT_PROFILER. */
public enum ProfilerConsent implements Labelled {
    /** No profiles that load native code. */
    FALSE,
    /** All, except of native memory. */
    TRUE,
    /** All: those of native memory replace malloc in the target, until it ends. */
    NATIVEMEM;

    /** Returns why profiles of an event are not permitted; empty if they are. */
    public Optional<Problem> refusal(ProfileEvent event) {
        return switch (this) {
            case FALSE -> Optional.of(ProfileProblem.off());
            case TRUE ->
                    event == ProfileEvent.NATIVEMEM
                            ? Optional.of(ProfileProblem.nativeMemoryOff())
                            : Optional.empty();
            case NATIVEMEM -> Optional.empty();
        };
    }
}
