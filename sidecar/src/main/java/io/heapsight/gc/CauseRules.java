/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static io.heapsight.gc.GcFigureText.count;
import static io.heapsight.gc.GcFigureText.flagSize;
import static io.heapsight.gc.GcFigureText.percent;
import static io.heapsight.gc.GcFigureText.seconds;
import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.gc.GcFinding.Kind;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.summary.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Rules that judge collections by their cause. */
final class CauseRules {
    /** The first JDK whose Flight Recorder has the event jdk.SystemGC, with the caller's stack. */
    private static final int FIRST_WITH_EVENT = 17;

    private static final String METASPACE_MAXIMUM = "MaxMetaspaceSize";
    private static final String CODE_CACHE_SIZE = "ReservedCodeCacheSize";

    private static final String RESERVE_MORE =
            "Reserve a larger code cache, if the container's limit has room for it. The default is"
                    + " 240 MiB, or 48 MiB if only one compiler is used. Remove sizes of its"
                    + " segments, such as -XX:ProfiledCodeHeapSize: the JVM does not start unless"
                    + " they add up to it.";

    private static final String IS_LARGEST =
            "It has its largest size: search what generates code without end.";

    private static final double MIB = 1 << 20;

    /** The JVM refuses a larger one. */
    private static final double LARGEST_CODE_CACHE = 1L << 31;

    private static final String CONCURRENT_FLAG = "ExplicitGCInvokesConcurrent";
    private static final Set<String> WITH_CONCURRENT_FLAG =
            Set.of("G1", "CMS", "Shenandoah", "Shenandoah generational");

    /** Names of full pauses in logs and of MXBeans; the name of CMS also covers concurrent ones. */
    private static final List<String> WITH_FULL =
            List.of("Full", "G1 Old Generation", "ConcurrentMarkSweep", "Shenandoah Pauses");

    private CauseRules() {}

    /** The program, or a library, calls System.gc(). */
    static Optional<GcFinding> explicit(GcActivity seen) {
        Occurrences calls = seen.troubles().of(Trouble.EXPLICIT_GC);
        if (!(calls.count() >= 1)) {
            return Optional.empty();
        }
        boolean isConcurrent =
                seen.environment().isOn(CONCURRENT_FLAG).orElseGet(() -> areConcurrent(seen));
        boolean canBe = WITH_CONCURRENT_FLAG.contains(seen.collector()) && !isConcurrent;
        List<String> evidence = new ArrayList<>(evidence(seen, calls, "\"System.gc()\""));
        seen.troubles()
                .explicitCallers()
                .forEach(each -> evidence.add("possible caller: " + each.words()));
        return Optional.of(
                new GcFinding(
                        Kind.EXPLICIT_GC,
                        severity(seen, calls),
                        calls.seconds() / seen.periodSeconds(),
                        "The program or a library calls System.gc().",
                        evidence,
                        (canBe
                                        ? "Remove the call, or make it a concurrent cycle."
                                        : "Remove the call. -XX:+DisableExplicitGC is no remedy if"
                                                + " the program uses direct buffers: the JDK calls"
                                                + " System.gc() to free them.")
                                + caller(seen),
                        canBe ? "-XX:+" + CONCURRENT_FLAG : ""));
    }

    /**
     * Whether there are pauses by System.gc(), and none of a full collection.
     * ExplicitGCInvokesConcurrent may be unknown: JVMs report only flags that differ from their
     * default, and logs report none.
     */
    private static boolean areConcurrent(GcActivity seen) {
        List<String> names =
                seen.causes().stream()
                        .filter(each -> each.cause().contains("System.gc()"))
                        .map(GcActivity.CauseTotal::collector)
                        .toList();
        return !names.isEmpty()
                && names.stream().noneMatch(name -> WITH_FULL.stream().anyMatch(name::contains));
    }

    /** Says what to do about each possible caller, and how to be certain. */
    private static String caller(GcActivity seen) {
        StringBuilder words = new StringBuilder();
        seen.troubles().explicitCallers().forEach(each -> words.append(' ').append(each.remedy()));
        boolean hasEvent = seen.jdkFeature() == 0 || seen.jdkFeature() >= FIRST_WITH_EVENT;
        if (hasEvent) {
            words.append(
                    " To see who calls it: heapsight jfr PID --duration 10m --output gc.jfr, then"
                            + " heapsight jfr summary gc.jfr.");
        } else if (seen.troubles().explicitCallers().isEmpty()) {
            words.append(
                    " Usual callers: RMI (-Dsun.rmi.dgc.server.gcInterval, once an hour), full"
                            + " direct memory (-XX:MaxDirectMemorySize), and the program's own"
                            + " code; on JDK 8 also jcmd GC.run.");
        }
        return words.toString();
    }

    /** Live histograms, live dumps and jcmd GC.run. */
    static Optional<GcFinding> diagnostic(GcActivity seen) {
        Occurrences runs = seen.troubles().of(Trouble.DIAGNOSTIC_GC);
        if (!(runs.count() >= 1)) {
            return Optional.empty();
        }
        return Optional.of(
                new GcFinding(
                        Kind.DIAGNOSTIC_GC,
                        severity(seen, runs),
                        runs.seconds() / seen.periodSeconds(),
                        "Diagnostics made collections: live histograms, live dumps or jcmd GC.run.",
                        evidence(seen, runs, "diagnostics"),
                        "Take histograms and dumps without live objects only; GET /audit lists"
                                + " those of heapsight.",
                        ""));
    }

    /** Metaspace is at its maximum, or reaches its threshold again and again. */
    static Optional<GcFinding> metadata(GcActivity seen) {
        Occurrences runs = seen.troubles().of(Trouble.METADATA_THRESHOLD);
        if (isMetaspaceFull(seen)) {
            return Optional.of(metaspaceFull(seen));
        }
        if (!(runs.count() >= GcThresholds.SEVERAL)) {
            return Optional.empty();
        }
        OptionalDouble size = seen.environment().number("MetaspaceSize");
        return Optional.of(
                new GcFinding(
                        Kind.METADATA_THRESHOLD,
                        severity(seen, runs),
                        runs.seconds() / seen.periodSeconds(),
                        "Loading of classes begins collections: metaspace reaches its threshold.",
                        evidence(seen, runs, "\"Metadata GC Threshold\""),
                        "Raise the first threshold to the metaspace that the program needs:"
                                + " heapsight advice computes it. If metaspace grows without end,"
                                + " search the class loader leak: docs/oom.md.",
                        size.isPresent()
                                ? "-XX:MetaspaceSize="
                                        + flagSize(laterThreshold(seen, size.getAsDouble()))
                                : "-XX:MetaspaceSize"));
    }

    /** Twice the threshold, but at least the committed size: a lower value would change nothing. */
    private static double laterThreshold(GcActivity seen, double bytes) {
        double committed = Math.ceil(orZero(seen.environment().metaspaceBytes()) / MIB) * MIB;
        return Math.max(2 * bytes, committed);
    }

    private static GcFinding metaspaceFull(GcActivity seen) {
        Occurrences runs = ofMetaspace(seen);
        List<String> evidence = new ArrayList<>(evidence(seen, runs, "metaspace"));
        OptionalDouble most = seen.environment().number(METASPACE_MAXIMUM);
        most.ifPresent(
                size -> evidence.add("-XX:%s=%s".formatted(METASPACE_MAXIMUM, flagSize(size))));
        // The JVM reports 2^64 - 1 if there is no maximum: then the space of classes is full.
        boolean isUnlimited =
                seen.environment().flags().containsKey(METASPACE_MAXIMUM) && most.isEmpty();
        return new GcFinding(
                Kind.METADATA_FULL,
                Severity.HIGH,
                runs.seconds() / seen.periodSeconds(),
                "%s has reached its maximum: collections find no room for classes."
                        .formatted(isUnlimited ? "The compressed class space" : "Metaspace"),
                evidence,
                "Raise the maximum%s. If metaspace grows without end, search the class loader leak: docs/oom.md."
                        .formatted(isUnlimited ? "" : ": heapsight advice computes the size"),
                "-XX:" + (isUnlimited ? "CompressedClassSpaceSize" : METASPACE_MAXIMUM));
    }

    private static boolean isMetaspaceFull(GcActivity seen) {
        return seen.troubles().of(Trouble.METADATA_FULL).count() >= 1;
    }

    /** Collections by the threshold and by the maximum. */
    private static Occurrences ofMetaspace(GcActivity seen) {
        Occurrences full = seen.troubles().of(Trouble.METADATA_FULL);
        Occurrences first = seen.troubles().of(Trouble.METADATA_THRESHOLD);
        return first.count() >= 1
                ? new Occurrences(
                        full.count() + first.count(),
                        full.seconds() + first.seconds(),
                        Math.max(full.longestSeconds(), first.longestSeconds()))
                : full;
    }

    /** The code cache begins collections again and again. */
    static Optional<GcFinding> codeCache(GcActivity seen) {
        Occurrences runs = seen.troubles().of(Trouble.CODE_CACHE);
        boolean isCostly =
                runs.count() >= 1
                        && isTheCost(seen, runs.seconds())
                        && seen.overhead().wallRatio() >= GcThresholds.MUCH_WALL;
        if (!(runs.count() >= GcThresholds.SEVERAL || isCostly)) {
            return Optional.empty();
        }
        OptionalDouble size = seen.environment().number(CODE_CACHE_SIZE);
        List<String> evidence = new ArrayList<>(evidence(seen, runs, "\"CodeCache GC\""));
        size.ifPresent(
                bytes -> evidence.add("-XX:%s=%s".formatted(CODE_CACHE_SIZE, flagSize(bytes))));
        String larger = largerCodeCache(size);
        return Optional.of(
                new GcFinding(
                        Kind.CODE_CACHE,
                        severity(seen, runs),
                        runs.seconds() / seen.periodSeconds(),
                        "The code cache fills: collections unload code.",
                        evidence,
                        larger.isEmpty() ? IS_LARGEST : RESERVE_MORE,
                        larger));
    }

    /** The flag with twice the size; empty if the JVM accepts no larger one. */
    private static String largerCodeCache(OptionalDouble size) {
        String flag = "-XX:" + CODE_CACHE_SIZE;
        if (size.isEmpty()) {
            return flag;
        }
        double bytes = size.getAsDouble();
        double whole = Math.floor(2 * bytes / MIB) * MIB; // the JVM may reserve a page more
        return bytes >= LARGEST_CODE_CACHE
                ? ""
                : flag + "=" + flagSize(Math.min(whole, LARGEST_CODE_CACHE));
    }

    /** Whether a full metaspace or the code cache, not the heap, explains the time in pauses. */
    static boolean isAnotherAreaTheCost(GcActivity seen) {
        double ofMetaspace = isMetaspaceFull(seen) ? orZero(ofMetaspace(seen).seconds()) : 0;
        double ofCode = orZero(seen.troubles().of(Trouble.CODE_CACHE).seconds());
        return isTheCost(seen, ofMetaspace + ofCode);
    }

    private static boolean isTheCost(GcActivity seen, double seconds) {
        double cost = seconds / seen.periodSeconds();
        return cost > 0 && cost >= GcThresholds.EXPLAINING_SHARE * seen.overhead().wallRatio();
    }

    /**
     * The severity by the share of the time and the pause lengths; few collections are only
     * information.
     */
    static Severity severity(GcActivity seen, Occurrences runs) {
        double cost = runs.seconds() / seen.periodSeconds();
        double longest =
                Double.isNaN(runs.longestSeconds()) ? runs.seconds() : runs.longestSeconds();
        if (seen.isRare(runs.count())
                && cost < GcThresholds.LITTLE_WALL
                && longest < GcThresholds.TOO_LONG_PAUSE_SECONDS) {
            return Severity.INFORMATION;
        }
        if (cost >= GcThresholds.MUCH_WALL
                || runs.longestSeconds() >= GcThresholds.TOO_LONG_PAUSE_SECONDS) {
            return Severity.HIGH;
        }
        boolean isLong =
                runs.seconds() / runs.count() >= GcThresholds.LONG_PAUSE_SECONDS
                        || runs.longestSeconds() >= GcThresholds.LONG_PAUSE_SECONDS;
        return isLong || cost >= GcThresholds.LITTLE_WALL ? Severity.MEDIUM : Severity.INFORMATION;
    }

    private static List<String> evidence(GcActivity seen, Occurrences runs, String cause) {
        // Logs of concurrent collectors have cycles by cause, whose pauses are counted elsewhere.
        String noun = Double.isNaN(runs.seconds()) ? "cycle" : "pause";
        String count = "%s by %s".formatted(count(runs.count(), noun), cause);
        return Double.isNaN(runs.seconds())
                ? List.of(count)
                : List.of(
                        count,
                        "%s in total, %s of the time"
                                .formatted(
                                        seconds(runs.seconds()),
                                        percent(runs.seconds() / seen.periodSeconds())));
    }
}
