/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.postmortem.DeathCause.Certainty;
import io.heapsight.postmortem.DeathCause.Kind;
import io.heapsight.postmortem.DeathEvidence.CountersFate;
import io.heapsight.postmortem.DeathEvidence.OomKillCount;
import io.heapsight.postmortem.DeathEvidence.WrittenDump;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/** The reason of a process's death, by its evidence. */
class DeathDiagnosisTest {
    private static final int SIGKILL = 9;
    private static final int CORE_DUMPED = 0x80;
    private static final OomKillCount ONE_MORE =
            new OomKillCount(OptionalLong.of(2), OptionalLong.of(3));
    private static final OomKillCount NO_MORE =
            new OomKillCount(OptionalLong.of(2), OptionalLong.of(2));

    private Optional<ExitStatus> ending = Optional.empty();
    private OomKillCount oomKills = OomKillCount.UNKNOWN;
    private OptionalLong machineOomKills = OptionalLong.empty();
    private CountersFate counters = CountersFate.UNKNOWN;
    private Optional<CrashLog> crashLog = Optional.empty();
    private Optional<WrittenDump> heapDump = Optional.empty();
    private boolean exitsOnError;
    private double usedBytes = 64 << 20;
    private double fileBytes;

    @Test
    void killCountedByTheKernelIsAnOomKill() {
        ending = Optional.of(ExitStatus.of(SIGKILL));
        oomKills = ONE_MORE;
        found(Kind.OOM_KILL, Certainty.CERTAIN)
                .contains(
                        "It was killed by signal 9 (SIGKILL).",
                        "The kernel counted 1 OOM kill in its container in its last seconds.");
    }

    @Test
    void killNotCountedByTheKernelIsAnExternalKill() {
        ending = Optional.of(ExitStatus.of(SIGKILL));
        oomKills = NO_MORE;
        usedBytes = 127 << 20;
        found(Kind.KILLED, Certainty.CERTAIN)
                .contains(
                        "The kernel counted no OOM kill in its container in its last seconds.",
                        "At the last sample its container used 127.0 MiB of its limit of 128.0 MiB"
                                + " (99.2 %).");
    }

    @Test
    void killWithoutCounterIsJudgedByTheMemoryUsed() {
        ending = Optional.of(ExitStatus.of(SIGKILL));
        usedBytes = 127 << 20;
        found(Kind.OOM_KILL, Certainty.PROBABLE)
                .contains("The kernel's count of OOM kills could not be read.");
        usedBytes = 64 << 20;
        found(Kind.KILLED, Certainty.PROBABLE);
    }

    @Test
    void killInARemovedGroupIsJudgedByTheCountOfTheMachine() {
        ending = Optional.of(ExitStatus.of(SIGKILL));
        machineOomKills = OptionalLong.of(1);
        oomKills = new OomKillCount(OptionalLong.of(2), OptionalLong.empty());
        found(Kind.OOM_KILL, Certainty.PROBABLE)
                .contains(
                        "Its container was removed before the kernel's count of OOM kills in it"
                                + " could be read; on the whole machine the kernel counted 1 in"
                                + " its last half minute.");
        usedBytes = 127 << 20;
        machineOomKills = OptionalLong.of(0);
        found(Kind.KILLED, Certainty.CERTAIN);
        machineOomKills = OptionalLong.of(1);
        oomKills = NO_MORE;
        found(Kind.KILLED, Certainty.CERTAIN);
    }

    @Test
    void oomKillElsewhereDoesNotKillATargetWithFreeMemory() {
        ending = Optional.of(ExitStatus.of(SIGKILL));
        machineOomKills = OptionalLong.of(1);
        usedBytes = 13 << 20;
        found(Kind.KILLED, Certainty.PROBABLE)
                .contains(
                        "The kernel's count of OOM kills in its container could not be read; on the"
                                + " whole machine the kernel counted 1 in its last half minute.");
        ending = Optional.empty();
        found(Kind.UNKNOWN, Certainty.UNKNOWN);
    }

    @Test
    void kernelCountWithoutKillIsAnotherProcess() {
        ending = Optional.of(new ExitStatus.Exited(143));
        oomKills = ONE_MORE;
        found(Kind.TERMINATED, Certainty.CERTAIN);
    }

    @Test
    void faultIsACrashWithOrWithoutCrashLog() {
        ending = Optional.of(ExitStatus.of(6 | CORE_DUMPED));
        found(Kind.CRASH, Certainty.CERTAIN).contains("It was killed by signal 6 (SIGABRT).");
        crashLog = Optional.of(CrashLog.of("hs_err_pid7.log", HS_ERR.formatted(SIGSEGV)));
        found(Kind.CRASH, Certainty.CERTAIN)
                .contains("hs_err_pid7.log says: SIGSEGV (0xb) at pc=0x00007f, pid=7, tid=8");
    }

    @Test
    void crashOnOutOfMemoryErrorIsAnOutOfMemoryError() {
        ending = Optional.of(ExitStatus.of(6));
        crashLog =
                Optional.of(
                        CrashLog.of(
                                "hs_err_pid7.log",
                                HS_ERR.formatted(
                                        "#  fatal error: OutOfMemory encountered: Java heap"
                                                + " space")));
        found(Kind.OUT_OF_MEMORY_ERROR, Certainty.CERTAIN);
    }

    @Test
    void exitStatus3IsAnOutOfMemoryErrorOnlyWithItsOption() {
        ending = Optional.of(new ExitStatus.Exited(3));
        found(Kind.EXITED, Certainty.CERTAIN).contains("It ended with status 3.");
        exitsOnError = true;
        counters = CountersFate.LEFT;
        found(Kind.OUT_OF_MEMORY_ERROR, Certainty.CERTAIN);
    }

    @Test
    void exitStatus3OfAProgramIsNoOutOfMemoryError() {
        ending = Optional.of(new ExitStatus.Exited(3));
        exitsOnError = true;
        counters = CountersFate.REMOVED;
        found(Kind.EXITED, Certainty.CERTAIN).contains("It ended with status 3.");
        counters = CountersFate.UNKNOWN;
        found(Kind.OUT_OF_MEMORY_ERROR, Certainty.PROBABLE);
        heapDump = Optional.of(new WrittenDump("java_pid7.hprof", 1 << 20));
        found(Kind.OUT_OF_MEMORY_ERROR, Certainty.CERTAIN);
    }

    @Test
    void heapDumpAndABadStatusAreProbablyAnOutOfMemoryError() {
        heapDump = Optional.of(new WrittenDump("java_pid7.hprof", 1 << 20));
        ending = Optional.of(new ExitStatus.Exited(1));
        found(Kind.OUT_OF_MEMORY_ERROR, Certainty.PROBABLE)
                .contains(
                        "It had an OutOfMemoryError: it wrote the heap dump java_pid7.hprof (1.0"
                                + " MiB).");
        ending = Optional.of(new ExitStatus.Exited(0));
        found(Kind.EXITED, Certainty.CERTAIN);
    }

    @Test
    void signalToEndIsATermination() {
        ending = Optional.of(new ExitStatus.Exited(143));
        found(Kind.TERMINATED, Certainty.CERTAIN)
                .contains(
                        "It ended with status 143, the status of a JVM after signal 15 (SIGTERM).");
        ending = Optional.of(ExitStatus.of(15));
        found(Kind.TERMINATED, Certainty.CERTAIN);
        ending = Optional.of(ExitStatus.of(3));
        found(Kind.KILLED, Certainty.CERTAIN).contains("It was killed by signal 3 (SIGQUIT).");
    }

    @Test
    void circumstancesDecideIfTheStatusIsUnknown() {
        found(Kind.UNKNOWN, Certainty.UNKNOWN);
        counters = CountersFate.LEFT;
        found(Kind.KILLED, Certainty.PROBABLE);
        oomKills = ONE_MORE;
        found(Kind.OOM_KILL, Certainty.PROBABLE);
        counters = CountersFate.REMOVED;
        found(Kind.EXITED, Certainty.PROBABLE);
        counters = CountersFate.UNKNOWN;
        oomKills = OomKillCount.UNKNOWN;
        usedBytes = 128 << 20;
        found(Kind.OOM_KILL, Certainty.PROBABLE);
    }

    @Test
    void heapDumpOfAJvmThatExitsOnTheErrorDecidesIfTheStatusIsUnknown() {
        exitsOnError = true;
        heapDump = Optional.of(new WrittenDump("java_pid7.hprof", 1 << 20));
        counters = CountersFate.LEFT;
        found(Kind.OUT_OF_MEMORY_ERROR, Certainty.PROBABLE);
        machineOomKills = OptionalLong.of(1);
        usedBytes = 127 << 20;
        found(Kind.OUT_OF_MEMORY_ERROR, Certainty.PROBABLE);
        oomKills = ONE_MORE;
        found(Kind.OOM_KILL, Certainty.PROBABLE);
        oomKills = NO_MORE;
        counters = CountersFate.REMOVED;
        found(Kind.EXITED, Certainty.PROBABLE);
        counters = CountersFate.LEFT;
        exitsOnError = false;
        found(Kind.KILLED, Certainty.PROBABLE);
    }

    /** The kernel drops it before it kills. */
    @Test
    void pageCacheIsNoReasonForAnOomKill() {
        usedBytes = 127 << 20;
        fileBytes = 90 << 20;
        found(Kind.UNKNOWN, Certainty.UNKNOWN);
        ending = Optional.of(ExitStatus.of(SIGKILL));
        found(Kind.KILLED, Certainty.PROBABLE);
    }

    @Test
    void countBeforeTheDeathIsSecondsOld() {
        List<PostmortemSample> samples =
                List.of(counted(0, 1), counted(50, 2), counted(58, 2), counted(60, 3));
        OptionalLong none = OptionalLong.empty();
        assertThat(OomKillCount.of(samples, count(0), count(0), count(3)))
                .isEqualTo(new OomKillCount(count(2), count(3)));
        assertThat(OomKillCount.of(samples, count(0), none, none))
                .as("the group is gone: the last sample saw the kill")
                .isEqualTo(new OomKillCount(count(2), count(3)));
        assertThat(OomKillCount.of(List.of(), count(0), count(1), none))
                .as("the group is gone: the kill was seen between two samples")
                .isEqualTo(new OomKillCount(count(0), count(1)));
        assertThat(OomKillCount.of(List.of(), count(0), count(0), count(1)))
                .isEqualTo(new OomKillCount(count(0), count(1)));
        assertThat(OomKillCount.of(List.of(), count(1), count(1), none).isKnown())
                .as("the group is gone, and no kill was seen")
                .isFalse();
    }

    private static OptionalLong count(long kills) {
        return OptionalLong.of(kills);
    }

    private static PostmortemSample counted(int second, double kills) {
        return new PostmortemSample(
                Instant.ofEpochSecond(second), Map.of("containerOomKills", kills));
    }

    private static final String SIGSEGV = "#  SIGSEGV (0xb) at pc=0x00007f, pid=7, tid=8";

    /** The beginning of a real crash log. */
    private static final String HS_ERR =
            """
            #
            # A fatal error has been detected by the Java Runtime Environment:
            #
            %s
            #
            # JRE version: OpenJDK Runtime Environment (25.0.3+9) (build 25.0.3+9-LTS)
            """;

    private ListAssert<String> found(Kind kind, Certainty certainty) {
        DeathCause reason =
                DeathDiagnosis.reason(
                        new DeathEvidence(
                                ending,
                                oomKills,
                                machineOomKills,
                                counters,
                                crashLog,
                                heapDump,
                                exitsOnError,
                                Optional.of(
                                        new PostmortemSample(
                                                Instant.EPOCH,
                                                Map.of(
                                                        "containerMemoryUsageBytes",
                                                        usedBytes,
                                                        "containerMemoryFileBytes",
                                                        fileBytes,
                                                        "containerMemoryLimitBytes",
                                                        (double) (128 << 20))))));
        assertThat(reason.kind()).isEqualTo(kind);
        assertThat(reason.certainty()).isEqualTo(certainty);
        return assertThat(reason.evidence());
    }
}
