/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.threadcpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of threads as recorded in {@code /proc/PID/task/TID/comm}. */
class VmThreadKindTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "8 Parallel, GC task thread#, PARALLEL",
        "8 G1 and CMS, Gang worker#0 (, PARALLEL",
        "8 with 12 workers, 'Gang worker#11 ', PARALLEL",
        "11 Parallel, ParGC Thread#0, PARALLEL",
        "11 to 27 G1 and CMS; 17 to 27 Parallel, GC Thread#0, PARALLEL",
        "11 and 17 ZGC, ZWorker#0, PARALLEL",
        "21 ZGC, XWorker#0, PARALLEL",
        "21 to 27 ZGC, ZWorkerYoung#0, PARALLEL",
        "21 to 27 ZGC, ZWorkerOld#0, PARALLEL",
        "11 to 27 ZGC, RuntimeWorker#0, PARALLEL",
        "11 to 25 Shenandoah, Shenandoah GC T, PARALLEL",
        "26 Shenandoah, Shenand..eads#0, PARALLEL",
        "27 Shenandoah, ShenWorker#0, PARALLEL",
        "8 G1, G1 Main Concurr, CONCURRENT_MARK",
        "8 CMS, Concurrent Mark, CONCURRENT_MARK",
        "11 CMS, CMS Main Thread, CONCURRENT_MARK",
        "11 CMS, CMS Thread#0, CONCURRENT_MARK",
        "11 to 27 G1, G1 Main Marker, CONCURRENT_MARK",
        "11 to 27 G1, G1 Conc#0, CONCURRENT_MARK",
        "8 G1, G1 Concurrent R, CONCURRENT_REFINE",
        "11 to 25 G1, G1 Refine#0, CONCURRENT_REFINE",
        "26 and 27 G1, G1 Refi..kers#0, CONCURRENT_REFINE",
        "26 and 27 G1, G1 Refi..ontrol, CONCURRENT_REFINE",
        "11 G1, G1 Young RemSet, SERVICE",
        "17 to 27 G1, G1 Service, SERVICE",
        "11 and 17 ZGC, ZDriver, SERVICE",
        "21 ZGC, XDriver, SERVICE",
        "21 to 27 ZGC, ZDriverMinor, SERVICE",
        "21 to 27 ZGC, ZDriverMajor, SERVICE",
        "11 to 27 ZGC, ZDirector, SERVICE",
        "11 to 27 ZGC, ZStat, SERVICE",
        "17 and 21 ZGC, ZUnmapper, SERVICE",
        "17 and 21 ZGC, ZUncommitter, SERVICE",
        "25 to 27 ZGC, ZUncommitter#0, SERVICE",
        "11 Shenandoah, ShenandoahContr, SERVICE",
        "17 to 25 Shenandoah, Shenandoah Cont, SERVICE",
        "25 generational Shenandoah, Shenandoah Regu, SERVICE",
        "26 Shenandoah, Shenand..Thread, SERVICE",
        "27 Shenandoah, ShenControl, SERVICE",
        "27 Shenandoah, ShenRegulator, SERVICE",
        "27 Shenandoah, ShenUncommit, SERVICE",
        "8 G1, String Deduplic, SERVICE",
        "17, StringDedupProc, SERVICE",
        "21 and 25, StringDedupThre, SERVICE",
        "26 and 27, StringD..Thread, SERVICE",
        "8 to 27, VM Thread, VM",
        "8 to 25, C1 CompilerThre, COMPILER",
        "8 to 25, C2 CompilerThre, COMPILER",
        "26 and 27, C1 Comp..hread0, COMPILER",
        "26 and 27, C2 Comp..hread0, COMPILER"
    })
    void kindOfTheThreadsOfEachJdk(String jdk, String name, VmThreadKind kind) {
        assertThat(VmThreadKind.of(name)).as(jdk).contains(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java",
                "Reference Handl",
                "Referen..andler",
                "Finalizer",
                "Signal Dispatch",
                "Service Thread",
                "Monitor Deflati",
                "Monitor..Thread",
                "Notification Th",
                "Notific..Thread",
                "VM Periodic Tas",
                "VM Peri..Thread",
                "Sweeper thread",
                "Surrogate Locke",
                "Common-Cleaner",
                "ZStatistics",
                "VM Threads",
                "my GC Thread#0",
                "GC Thread",
                ""
            })
    void otherThreadsHaveNone(String name) {
        assertThat(VmThreadKind.of(name)).isEmpty();
    }
}
