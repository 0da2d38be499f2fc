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
public record DeathCause(Kind kind, Certainty certainty, List<String> evidence) {
    public DeathCause {
        evidence = List.copyOf(evidence);
    }

    /** Kinds of death. */
    public enum Kind implements Labelled {
        /** The kernel killed the process at the memory limit. */
        OOM_KILL,
        /** Killed from outside, by a runtime after its grace period or by a person. */
        KILLED,
        /** An exit at an OutOfMemoryError, as configured. */
        OUT_OF_MEMORY_ERROR,
        /** A fault of the JVM or of native code. */
        CRASH,
        /** An end on request. */
        TERMINATED,
        /** An end by itself. */
        EXITED,
        /** An unknown cause. */
        UNKNOWN;

        /** Returns whether the end was expected. */
        public boolean isOrderly() {
            return this == TERMINATED || this == EXITED;
        }
    }

    /** The certainty of the cause. */
    public enum Certainty implements Labelled {
        /** Proven by the kernel or the JVM. */
        CERTAIN,
        /** Inferred from circumstances. */
        PROBABLE,
        /** There is no evidence. */
        UNKNOWN
    }

    /** Returns a copy with a further sentence as its strongest evidence. */
    DeathCause with(String first) {
        return new DeathCause(
                kind, certainty, Stream.concat(Stream.of(first), evidence.stream()).toList());
    }

    /** "oom-kill", "probably killed". */
    public String text() {
        return (certainty == Certainty.PROBABLE ? "probably " : "") + kind.label();
    }
}
