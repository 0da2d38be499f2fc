/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Why a target died.
 *
 * @param evidence what was seen, in whole sentences; what speaks most comes first
 */
public record Reason(Kind kind, Certainty certainty, List<String> evidence) {
    public Reason {
        evidence = List.copyOf(evidence);
    }

    /** Kinds of death. */
    public enum Kind {
        /** The kernel killed it at the memory limit. */
        OOM_KILL,
        /** Someone killed it: a runtime whose patience ended, a person. */
        KILLED,
        /** It was told to end itself at an OutOfMemoryError, and did. */
        OUT_OF_MEMORY_ERROR,
        /** A fault of the JVM or of native code. */
        CRASH,
        /** It was asked to end, and did. */
        TERMINATED,
        /** It ended by itself. */
        EXITED,
        /** Nothing is known. */
        UNKNOWN;

        /** "oom-kill". */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Nobody will ask why. */
        boolean isOrderly() {
            return this == TERMINATED || this == EXITED;
        }
    }

    /** How sure that is. */
    public enum Certainty {
        /** The kernel or the JVM itself says so. */
        CERTAIN,
        /** It follows from circumstances. */
        PROBABLE,
        /** Nothing speaks for it. */
        UNKNOWN;

        /** "certain". */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The same, with a sentence that says more than the others. */
    Reason with(String first) {
        return new Reason(
                kind, certainty, Stream.concat(Stream.of(first), evidence.stream()).toList());
    }

    /** "oom-kill", "probably killed". */
    public String text() {
        return (certainty == Certainty.PROBABLE ? "probably " : "") + kind.label();
    }
}
