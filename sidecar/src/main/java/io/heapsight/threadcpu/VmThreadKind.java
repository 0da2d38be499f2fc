/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.threadcpu;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Kinds of HotSpot's own threads, recognised by the kernel's names of threads, as in {@code
 * /proc/PID/task/TID/comm}.
 *
 * <p>The kernel keeps 15 characters of a name: the first ones. Since JDK 26, HotSpot shortens a
 * longer name to its first seven characters, two dots and its last six ("G1 Refi..kers#0").
 */
public enum VmThreadKind {
    /**
     * Workers of collections. Those of ZGC and Shenandoah work mostly while the program runs.
     *
     * <ul>
     *   <li>G1, Parallel, CMS: {@code GC Thread#0}; Parallel on JDK 11 {@code ParGC Thread#0}, on
     *       JDK 8 {@code GC task thread#}; G1 and CMS on JDK 8 {@code Gang worker#0 (}
     *   <li>ZGC: {@code ZWorker#0}, {@code ZWorkerYoung#0}, {@code XWorker#0} (JDK 21), {@code
     *       RuntimeWorker#0}
     *   <li>Shenandoah: {@code Shenandoah GC T}, {@code ShenWorker#0} (JDK 27)
     * </ul>
     */
    PARALLEL(
            "parallel",
            "(Par)?GC Thread#\\d*|GC task thread#|Gang worker#\\d+.*"
                    + "|ZWorker(Young|Old)?#\\d*|XWorker#\\d*|RuntimeWorker#\\d*"
                    + "|Shenandoah GC T|Shenand\\.\\.eads#\\d*|ShenWorker#\\d*"),
    /**
     * Concurrent marking of G1, concurrent marking and sweeping of CMS. On JDK 8, concurrent
     * workers have the same names as those for pauses, and start after them.
     */
    CONCURRENT_MARK(
            "concurrent-mark",
            "G1 Conc#\\d*|G1 Main Marker|G1 Main Concurr|Concurrent Mark"
                    + "|CMS Main Thread|CMS Thread#\\d*"),
    /** Refinement of the remembered sets of G1. */
    CONCURRENT_REFINE("concurrent-refine", "G1 Refine#\\d*|G1 Refi\\.\\..*|G1 Concurrent R"),
    /** Control threads of collectors, and string deduplication. */
    SERVICE(
            "service",
            "G1 Service|G1 Young RemSet"
                    + "|[ZX](Driver|DriverMinor|DriverMajor|Director|Stat|Unmapper)"
                    + "|[ZX]Uncommitter|ZUncommitter#\\d*|ZUncomm\\.\\..*"
                    + "|Shenandoah (Cont|Regu|Unco)|ShenandoahContr|Shenand\\.\\..*"
                    + "|Shen(Control|Regulator|Uncommit)"
                    + "|String Deduplic|StrDedup|StringDedup.*|StringD\\.\\..*"),
    /**
     * The VM thread: safepoint operations. With Serial, all collections; else the serial part of
     * pauses; in every case also other operations, such as heap dumps.
     */
    VM("vm", "VM Thread"),
    /** Threads of the JIT compilers. */
    COMPILER("compiler", "C[12] CompilerThre|C[12] Comp\\.\\..*|JVMCI Compiler.*|JVMCI C\\.\\..*");

    private final String label;
    private final Pattern names;

    VmThreadKind(String label, String names) {
        this.label = label;
        this.names = Pattern.compile(names);
    }

    /** Finds the kind of a thread; empty if the thread isn't HotSpot's, or is of no kind. */
    static Optional<VmThreadKind> of(String comm) {
        for (VmThreadKind kind : values()) {
            if (kind.names.matcher(comm).matches()) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** Returns the name in metrics: "concurrent-mark". */
    public String label() {
        return label;
    }
}
