/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.unit.Labelled;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cause of a target's death.
 *
 * @param evidence in sentences; strongest first
 */
public record Reason(Kind kind, Certainty certainty, List<String> evidence) {
    public Reason {
        evidence = List.copyOf(evidence);
    }

    /** Kinds of death. */
    public enum Kind implements Labelled {
        /** The kernel killed it at the memory limit. */
        OOM_KILL,
        /** Killed from outside: by a runtime after its grace period, or by a person. */
        KILLED,
        /** It exited at an OutOfMemoryError, as configured. */
        OUT_OF_MEMORY_ERROR,
        /** A fault of the JVM or of native code. */
        CRASH,
        /** It ended on request. */
        TERMINATED,
        /** It ended by itself. */
        EXITED,
        /** Nothing is known. */
        UNKNOWN;

        /** An expected end. */
        boolean isOrderly() {
            return this == TERMINATED || this == EXITED;
        }
    }

    /** How sure that is. */
    public enum Certainty implements Labelled {
        /** Proven by the kernel or the JVM. */
        CERTAIN,
        /** It follows from circumstances. */
        PROBABLE,
        /** Nothing speaks for it. */
        UNKNOWN
    }

    /** A copy with a further sentence as its strongest evidence. */
    Reason with(String first) {
        return new Reason(
                kind, certainty, Stream.concat(Stream.of(first), evidence.stream()).toList());
    }

    /** "oom-kill", "probably killed". */
    public String text() {
        return (certainty == Certainty.PROBABLE ? "probably " : "") + kind.label();
    }
}
