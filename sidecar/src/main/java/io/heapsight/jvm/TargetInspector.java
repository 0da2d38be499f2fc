/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStat;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inspects one process: its memory map, its counters, its command line and its JDK's files. */
final class TargetInspector {
    private static final String NOT_READABLE = "neither counters nor the JDK's files are readable";
    private static final Map<String, Collector> CHOSEN_BY =
            Map.of(
                    "UseSerialGC", Collector.SERIAL,
                    "UseParallelGC", Collector.PARALLEL,
                    "UseParallelOldGC", Collector.PARALLEL,
                    "UseG1GC", Collector.G1,
                    "UseZGC", Collector.ZGC,
                    "UseShenandoahGC", Collector.SHENANDOAH,
                    "UseEpsilonGC", Collector.EPSILON,
                    "UseConcMarkSweepGC", Collector.CMS);

    private final ProcFs procFs;
    private final CountersLocator locator;

    TargetInspector(ProcFs procFs) {
        this.procFs = procFs;
        this.locator = new CountersLocator(procFs);
    }

    /**
     * Describes a process; empty if it is not a JVM or not relevant.
     *
     * @throws IOException if it has ended
     */
    Optional<TargetJvm> inspect(int pid, ProcessStat stat) throws IOException {
        Optional<VmDetection> detected = VmDetection.of(procFs, pid, stat.comm());
        if (detected.isEmpty()) {
            return Optional.empty();
        }
        List<String> commandLine = procFs.cmdline(pid);
        JvmOptionsReader.Found found = new JvmOptionsReader(procFs, pid).read(commandLine);
        if (IgnoredProcesses.includes(commandLine, found.main().orElse(""))) {
            return Optional.empty();
        }
        return describe(pid, stat, detected.get(), found);
    }

    private Optional<TargetJvm> describe(
            int pid, ProcessStat stat, VmDetection vm, JvmOptionsReader.Found found)
            throws IOException {
        ProcessStatus status = procFs.status(pid);
        Reading<CountersFile> file =
                locator.locate(pid, status.nsPid(), vm.mapped(), found.flags());
        Facts facts =
                file.toOptional()
                        .flatMap(each -> locator.snapshot(each).toOptional())
                        .map(Facts::of)
                        .orElse(Facts.NONE);
        Optional<String> main = facts.main().or(found::main);
        if (IgnoredProcesses.includes(List.of(), main.orElse(""))) {
            return Optional.empty();
        }
        JdkRelease release =
                vm.libjvm().isEmpty()
                        ? new JdkRelease(Map.of())
                        : JdkRelease.beside(procFs, pid, vm.libjvm());
        return Optional.of(
                new TargetJvm(
                        pid,
                        status.nsPid(),
                        status.uid(),
                        status.gid(),
                        stat.startTicks(),
                        main.map(TargetInspector::shortName).orElse(stat.comm()),
                        reading(main, "neither counters nor the command line contain it"),
                        vm.vm(),
                        vm.evidence(),
                        reading(facts.version().or(() -> nonEmpty(release.version()))),
                        reading(facts.vendor().or(() -> nonEmpty(release.vendor()))),
                        reading(
                                facts.collector().or(() -> chosen(found.flags())),
                                "no flag selects one, and the counters are not readable"),
                        found.flags(),
                        file,
                        disabledBy(facts, found.flags())));
    }

    /**
     * Values from the counters.
     *
     * @param attach whether the JVM can be attached to
     */
    private record Facts(
            Optional<String> main,
            Optional<String> version,
            Optional<String> vendor,
            Optional<String> collector,
            Optional<Boolean> attach) {
        private static final Facts NONE =
                new Facts(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        static Facts of(Counters counters) {
            try {
                Collector collector = Collector.of(counters);
                return new Facts(
                        nonEmpty(counters.text(CounterNames.JAVA_COMMAND))
                                .map(SourceProgram::mainOf),
                        nonEmpty(counters.text(CounterNames.JAVA_VERSION)),
                        nonEmpty(counters.text(CounterNames.VM_VENDOR)),
                        collector == Collector.UNKNOWN
                                ? Optional.empty()
                                : Optional.of(collector.title()),
                        nonEmpty(counters.text(CounterNames.CAPABILITIES))
                                .map(bits -> bits.charAt(0) == '1'));
            } catch (CountersGoneException _) {
                return NONE;
            }
        }
    }

    private static Optional<String> disabledBy(Facts facts, JvmFlags flags) {
        Optional<String> where = flags.switchedOn("DisableAttachMechanism").map(JvmFlag::where);
        if (facts.attach().isEmpty()) {
            return where;
        }
        return facts.attach().get()
                ? Optional.empty()
                : where.or(() -> Optional.of("its options (according to its counters)"));
    }

    private static Optional<String> chosen(JvmFlags flags) {
        return flags.all().reversed().stream()
                .filter(flag -> flag.text().startsWith("-XX:+Use"))
                .map(flag -> CHOSEN_BY.get(flag.text().substring("-XX:+".length())))
                .filter(collector -> collector != null)
                .map(Collector::title)
                .findFirst();
    }

    /**
     * Shortens "com.acme.Main" and "shop/com.acme.Main" to "Main", "/app/shop.jar" to "shop.jar",
     * "src/Shop.java" to "Shop.java".
     */
    private static String shortName(String main) {
        String last = main.substring(main.lastIndexOf('/') + 1);
        return last.endsWith(".jar") || last.endsWith(".java")
                ? last
                : last.substring(last.lastIndexOf('.') + 1);
    }

    private static Optional<String> nonEmpty(@Nullable String text) {
        return Optional.ofNullable(text).filter(value -> !value.isEmpty());
    }

    private static Reading<String> reading(Optional<String> value) {
        return reading(value, NOT_READABLE);
    }

    private static Reading<String> reading(Optional<String> value, String reason) {
        return value.map(Reading::of).orElse(Reading.missing(reason));
    }
}
