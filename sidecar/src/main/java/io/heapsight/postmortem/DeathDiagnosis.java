/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.jstat.SampleField;
import io.heapsight.postmortem.DeathCause.Certainty;
import io.heapsight.postmortem.DeathCause.Kind;
import io.heapsight.postmortem.DeathEvidence.CountersFate;
import io.heapsight.postmortem.ExitStatus.Exited;
import io.heapsight.postmortem.ExitStatus.Signalled;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Determines why a process died, from the evidence that it left behind. */
final class DeathDiagnosis {
    /** The exit status of {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int EXIT_ON_ERROR = 3;

    /** Share of the limit above which an OOM kill is likely. */
    private static final double FULL = 0.95;

    /**
     * Share of the limit below which an OOM kill on the machine is attributed to another group. A
     * machine that runs out of memory also kills processes below their limits.
     */
    private static final double LEAST_HELD = 0.25;

    /** Share of {@code memory.high} above which the kernel throttles. */
    private static final double NEAR_HIGH = 0.95;

    /** A kind of death, and its certainty. */
    private record Finding(Kind kind, Certainty certainty) {
        static final Finding UNKNOWN = new Finding(Kind.UNKNOWN, Certainty.UNKNOWN);

        static Finding certain(Kind kind) {
            return new Finding(kind, Certainty.CERTAIN);
        }

        static Finding probable(Kind kind) {
            return new Finding(kind, Certainty.PROBABLE);
        }
    }

    private DeathDiagnosis() {}

    static DeathCause reason(DeathEvidence evidence) {
        Finding finding = finding(evidence);
        return new DeathCause(finding.kind(), finding.certainty(), sentences(evidence));
    }

    /**
     * Determines the cause of an unobserved death.
     *
     * @param last the last checkpoint
     */
    static DeathCause unseen(Optional<PostmortemSample> last) {
        DeathEvidence evidence =
                new DeathEvidence(
                        Optional.empty(),
                        DeathEvidence.OomKillCount.UNKNOWN,
                        OptionalLong.empty(),
                        CountersFate.UNKNOWN,
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        last);
        Finding finding = byCircumstances(evidence);
        List<String> said = new ArrayList<>();
        said.add(
                "The sidecar ended before it could read the exit status, perhaps together with the"
                        + " target. Last known state"
                        + last.map(sample -> " at " + sample.at()).orElse("")
                        + ".");
        memory(evidence).ifPresent(said::add);
        return new DeathCause(finding.kind(), finding.certainty(), said);
    }

    private static Finding finding(DeathEvidence evidence) {
        if (evidence.crashLog().isPresent()) {
            return Finding.certain(
                    evidence.crashLog().get().isOutOfMemoryError()
                            ? Kind.OUT_OF_MEMORY_ERROR
                            : Kind.CRASH);
        }
        return evidence.ending()
                .map(
                        ending ->
                                switch (ending) {
                                    case Signalled(int signal) -> bySignal(signal, evidence);
                                    case Exited(int status) -> byStatus(status, evidence);
                                })
                .orElseGet(() -> byCircumstances(evidence));
    }

    private static Finding bySignal(int signal, DeathEvidence evidence) {
        if (signal == SignalNames.KILL) {
            return byKill(evidence);
        }
        if (SignalNames.isFault(signal)) {
            return Finding.certain(Kind.CRASH);
        }
        return Finding.certain(SignalNames.asksToEnd(signal) ? Kind.TERMINATED : Kind.KILLED);
    }

    private static Finding byKill(DeathEvidence evidence) {
        if (evidence.oomKills().between() > 0) {
            return Finding.certain(Kind.OOM_KILL);
        }
        if (evidence.oomKills().isKnown() || evidence.machineOomKills().orElse(1) == 0) {
            return Finding.certain(Kind.KILLED);
        }
        return Finding.probable(mayBeOomKill(evidence) ? Kind.OOM_KILL : Kind.KILLED);
    }

    private static Finding byStatus(int status, DeathEvidence evidence) {
        if (mayHaveEndedAtError(status, evidence)) {
            boolean sure =
                    evidence.counters() == CountersFate.LEFT || evidence.heapDump().isPresent();
            return sure
                    ? Finding.certain(Kind.OUT_OF_MEMORY_ERROR)
                    : Finding.probable(Kind.OUT_OF_MEMORY_ERROR);
        }
        if (SignalNames.behindStatus(status) != 0) {
            return Finding.certain(Kind.TERMINATED);
        }
        return status != 0 && evidence.heapDump().isPresent()
                ? Finding.probable(Kind.OUT_OF_MEMORY_ERROR)
                : Finding.certain(Kind.EXITED);
    }

    /**
     * Returns whether the JVM exited at an OutOfMemoryError. {@code System.exit} with the same
     * status deletes the counters file, which {@code -XX:+ExitOnOutOfMemoryError} keeps: measured
     * on JDK 8, 11, 17, 21 and 25.
     */
    private static boolean mayHaveEndedAtError(int status, DeathEvidence evidence) {
        return status == EXIT_ON_ERROR
                && evidence.exitsOnError()
                && evidence.counters() != CountersFate.REMOVED;
    }

    /** Determines the reason without an exit status. */
    private static Finding byCircumstances(DeathEvidence evidence) {
        if (evidence.counters() == CountersFate.REMOVED) {
            return Finding.probable(Kind.EXITED);
        }
        if (evidence.oomKills().between() > 0) {
            return Finding.probable(Kind.OOM_KILL);
        }
        if (evidence.heapDump().isPresent() && evidence.exitsOnError()) {
            return Finding.probable(Kind.OUT_OF_MEMORY_ERROR);
        }
        if (!evidence.oomKills().isKnown() && mayBeOomKill(evidence)) {
            return Finding.probable(Kind.OOM_KILL);
        }
        return evidence.counters() == CountersFate.LEFT
                ? Finding.probable(Kind.KILLED)
                : Finding.UNKNOWN;
    }

    /**
     * Returns whether the machine's count suggests an OOM kill, if the group's own count was not
     * read. Other groups of the machine have OOM kills, too.
     */
    private static boolean mayBeOomKill(DeathEvidence evidence) {
        return evidence.machineOomKills().isPresent()
                ? evidence.machineOomKills().getAsLong() > 0
                        && evidence.heldShare().orElse(1) >= LEAST_HELD
                : evidence.heldShare().orElse(0) >= FULL;
    }

    private static List<String> sentences(DeathEvidence evidence) {
        List<String> said = new ArrayList<>();
        evidence.ending().map(ending -> ending(ending, evidence)).ifPresent(said::add);
        evidence.crashLog().flatMap(DeathDiagnosis::crashLog).ifPresent(said::add);
        said.add(oomKills(evidence));
        memory(evidence).ifPresent(said::add);
        evidence.heapDump()
                .ifPresent(
                        dump ->
                                said.add(
                                        "It had an OutOfMemoryError: it wrote the heap dump %s (%s)."
                                                .formatted(
                                                        dump.file(), new ByteSize(dump.bytes()))));
        switch (evidence.counters()) {
            case LEFT ->
                    said.add(
                            "Its counters file is still there; a JVM deletes it during an orderly"
                                    + " shutdown.");
            case REMOVED ->
                    said.add(
                            "It deleted its counters file, as a JVM does when it shuts down"
                                    + " normally.");
            case UNKNOWN -> {}
        }
        if (evidence.ending().isEmpty()) {
            said.add(
                    "Its exit status is unknown: the parent process collected it first, or this"
                            + " sidecar lacks the rights to read it (Linux 6.15 keeps it).");
        }
        return said;
    }

    private static String ending(ExitStatus ending, DeathEvidence evidence) {
        String because =
                switch (ending) {
                    case Signalled _ -> "";
                    case Exited(int status) when mayHaveEndedAtError(status, evidence) ->
                            ", the status of a JVM that exits at an OutOfMemoryError"
                                    + " (-XX:+ExitOnOutOfMemoryError)";
                    case Exited(int status) when SignalNames.behindStatus(status) != 0 ->
                            ", the status of a JVM after "
                                    + SignalNames.name(SignalNames.behindStatus(status));
                    case Exited _ -> "";
                };
        return "It %s%s.".formatted(ending.text(), because);
    }

    private static Optional<String> crashLog(CrashLog log) {
        return log.headline().map(said -> "%s says: %s".formatted(log.file(), said));
    }

    private static String oomKills(DeathEvidence evidence) {
        DeathEvidence.OomKillCount count = evidence.oomKills();
        if (!count.isKnown()) {
            if (evidence.machineOomKills().isEmpty()) {
                return "The kernel's count of OOM kills could not be read.";
            }
            String unread =
                    count.before().isPresent()
                            ? "Its container was removed before the kernel's count of OOM kills in"
                                    + " it could be read"
                            : "The kernel's count of OOM kills in its container could not be read";
            return "%s; on the whole machine the kernel counted %d in its last half minute."
                    .formatted(unread, evidence.machineOomKills().getAsLong());
        }
        return count.between() > 0
                ? "The kernel counted %d OOM kill%s in its container in its last seconds."
                        .formatted(count.between(), count.between() == 1 ? "" : "s")
                : "The kernel counted no OOM kill in its container in its last seconds.";
    }

    private static Optional<String> memory(DeathEvidence evidence) {
        if (evidence.memoryUse().isEmpty()) {
            return Optional.empty();
        }
        double used = evidence.figure(SampleField.CONTAINER_MEMORY_USAGE_BYTES).orElse(0);
        double limit = evidence.figure(SampleField.CONTAINER_MEMORY_LIMIT_BYTES).orElse(0);
        double high = evidence.figure(SampleField.CONTAINER_MEMORY_HIGH_BYTES).orElse(limit);
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "At the last sample its container used %s of its limit of %s (%.1f %%)%s.",
                        new ByteSize((long) used),
                        new ByteSize((long) limit),
                        100 * used / limit,
                        high < limit && used > NEAR_HIGH * high
                                ? "; the kernel throttles it above memory.high, "
                                        + new ByteSize((long) high)
                                : ""));
    }
}
