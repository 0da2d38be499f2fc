/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.advice.Advice;
import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.TuningOption;
import io.heapsight.unit.ByteSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Sizes a workload: chooses, for each setting, the largest suggestion of its pods that every pod
 * would have survived.
 */
final class WorkloadSizing {
    static final Duration A_DAY = Duration.ofHours(23);
    private static final Duration A_WEEK = Duration.ofDays(6);

    /** Ratio of busy to usual CPU use below which the window has no peak. */
    private static final double PEAK = 1.2;

    private static final double RESERVE = 1.1;
    private static final int MOST_REFUSED = 4;

    private static final List<TuningOption> OPTIONS =
            List.of(
                    TuningOption.MAX_HEAP,
                    TuningOption.MAX_RAM_PERCENTAGE,
                    TuningOption.MEMORY_LIMIT,
                    TuningOption.MAX_DIRECT_MEMORY,
                    TuningOption.MAX_METASPACE,
                    TuningOption.SOFT_LIMIT);

    private final List<PodHistory> pasts;
    private final PodHistoriesByRollout rollouts;
    private final List<PodSizing> pods;
    private final List<PodSizing> present;
    private final List<PodSizing> voters;
    private final List<PodHistory> running;

    /** Names of pods whose memory keeps growing. */
    private final List<String> growing;

    /** The same with pods whose growth slows down: lower settings would not hold its end. */
    private final List<String> rising;

    private final Optional<String> notLess;
    private final DailyPeaks held;
    private final List<Setting> accepted = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private WorkloadSizing(List<PodHistory> pasts) {
        this.pasts = pasts;
        rollouts = PodHistoriesByRollout.of(pasts);
        running = rollouts.running();
        WorkloadHeapSetting kind = WorkloadHeapSetting.of(running);
        pods = rollouts.all().stream().map(past -> PodSizing.of(past, kind)).toList();
        present = pods.subList(0, rollouts.present().size());
        List<PodSizing> old = present.stream().filter(PodSizing::isOldEnough).toList();
        voters = old.isEmpty() ? present : old;
        growing = namesOf(PodHistory::grows);
        rising = namesOf(PodHistory::mayGrow);
        notLess = rollouts.notLess();
        held =
                DailyPeaks.of(
                        rollouts.all(),
                        PodObservationBuilder::held,
                        DailyPeaks::most,
                        running.size());
    }

    private List<String> namesOf(Predicate<PodHistory> wanted) {
        return running.stream().filter(wanted).map(past -> past.pod().name()).toList();
    }

    static WorkloadSize of(WorkloadId workload, String container, List<PodHistory> pasts) {
        return new WorkloadSizing(pasts).size(workload, container);
    }

    private WorkloadSize size(WorkloadId workload, String container) {
        for (TuningOption option : OPTIONS) {
            suggested(option).ifPresent(this::judge);
        }
        keepLimitAboveRequest();
        pinHeap();
        explainKept();
        DailyPeaks workingSet =
                DailyPeaks.of(
                        rollouts.all(),
                        past -> past.values(SizingFigure.WORKING_SET_BYTES),
                        DailyPeaks::p95,
                        running.size());
        Duration seen = PodHistoriesByRollout.longest(rollouts.present());
        CpuSize cpu = CpuSize.of(pasts, running.size(), notLess);
        boolean peak = hasPeak(cpu);
        return new WorkloadSize(
                workload,
                container,
                pasts.size(),
                running.stream().map(WorkloadSize.Present::of).toList(),
                seen,
                accepted,
                refused.stream().limit(MOST_REFUSED).toList(),
                held,
                workingSet,
                rollouts.workingSetBytes(),
                cpu,
                MemoryRiskText.sentence(held, running.size(), PodHistoriesByRollout.longest(pasts)),
                certainty(seen, peak),
                killsByHeap() || rollouts.needsMore(),
                notes(seen, cpu, peak));
    }

    /** Returns the largest suggestion of a pod; empty if no pod has one. */
    private Optional<Setting> suggested(TuningOption option) {
        List<Setting> all = voters.stream().flatMap(pod -> pod.suggests(option).stream()).toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> current =
                pods.stream()
                        .filter(pod -> pod.past().isRunning())
                        .flatMap(pod -> pod.suggests(option).stream())
                        .flatMap(setting -> setting.current().stream())
                        .max(Comparator.comparingDouble(text -> value(option, text)));
        String most =
                all.stream()
                        .map(Setting::suggested)
                        .max(Comparator.comparingDouble(text -> value(option, text)))
                        .orElseThrow();
        boolean certain = all.size() == voters.size();
        boolean less = value(option, most) < present(option, current);
        boolean lacks = !certain && option != TuningOption.MAX_DIRECT_MEMORY;
        if (less && (lacks || isKept(option, current, most))) {
            if (current.isEmpty()) {
                return Optional.empty();
            }
            most = current.get();
        }
        return Optional.of(new Setting(option, current, bounded(option, current, most)));
    }

    /** Returns a present value; without a memory limit, infinity. NaN if it is unknown. */
    private static double present(TuningOption option, Optional<String> current) {
        double unset = option == TuningOption.MEMORY_LIMIT ? Double.POSITIVE_INFINITY : Double.NaN;
        return current.map(text -> value(option, text)).orElse(unset);
    }

    /** Returns whether a lower heap size is the present one, reported without a survivor space. */
    private static boolean isKept(TuningOption option, Optional<String> current, String suggested) {
        return isHeap(option)
                && value(option, suggested)
                        >= (1 - PodHistoriesByRollout.HEAP_TOLERANCE) * present(option, current);
    }

    /**
     * Raises the limit of an OOM-killed pod; any other lowered limit to the bound of the next day's
     * peaks, and to a working set that may hold a tmpfs; a lowered request to the usual working
     * set.
     */
    private String bounded(TuningOption option, Optional<String> current, String suggested) {
        if (option == TuningOption.SOFT_LIMIT) {
            String enough = raised(option, current, suggested, rollouts.leastRequest());
            return chosen(TuningOption.MEMORY_LIMIT)
                    .filter(limit -> value(option, limit) < value(option, enough))
                    .orElse(enough); // Kubernetes refuses a request above the limit
        }
        if (option != TuningOption.MEMORY_LIMIT) {
            return suggested;
        }
        double now = present(option, current);
        double chosen = value(option, suggested);
        if (rollouts.limitAfterKill() > now && chosen <= now && !lowersHeap()) {
            return quantity(rollouts.limitAfterKill());
        }
        if (chosen < now) {
            double peaks = Math.max(chosen, RESERVE * held.high());
            double least = Math.max(peaks, RESERVE * unexplained(peaks, suggested));
            if (least > chosen) {
                return raised(option, current, suggested, least);
            }
        }
        return suggested;
    }

    /** Raises a suggestion to the necessary minimum, at most to the present setting. */
    private static String raised(
            TuningOption option, Optional<String> current, String suggested, double least) {
        double now = current.map(text -> value(option, text)).orElse(Double.POSITIVE_INFINITY);
        if (!(value(option, suggested) < Math.min(now, least))) {
            return suggested;
        }
        return least < now ? quantity(least) : current.orElse(suggested);
    }

    /** Returns the highest working set with a tmpfs if it exceeds the limit; else 0. */
    private double unexplained(double limit, String suggested) {
        Optional<UnexplainedMemory> other =
                UnexplainedMemory.of(rollouts.all())
                        .filter(each -> RESERVE * each.workingSet() > limit);
        String line = new Setting(TuningOption.MEMORY_LIMIT, Optional.empty(), suggested).line();
        other.ifPresent(each -> refused.add(new Refused(line, each.because())));
        return other.map(UnexplainedMemory::workingSet).orElse(0.0);
    }

    private Optional<String> chosen(TuningOption option) {
        return accepted.stream()
                .filter(each -> each.option() == option)
                .map(Setting::suggested)
                .findFirst();
    }

    private boolean lowersHeap() {
        return accepted.stream()
                .anyMatch(each -> isHeap(each.option()) && each.isChange() && isLess(each));
    }

    private static boolean isLess(Setting setting) {
        return value(setting.option(), setting.suggested())
                < present(setting.option(), setting.current());
    }

    /** Accepts a setting if all pods would have survived it; else keeps the present one. */
    private void judge(Setting setting) {
        if (setting.option() == TuningOption.MAX_DIRECT_MEMORY && !lowersHeap()) {
            return; // it only keeps the bound that a larger heap gave
        }
        Optional<String> because = isLess(setting) ? forbidsLess(setting) : Optional.empty();
        because = because.or(() -> setting.isChange() ? forbidden(setting) : Optional.empty());
        if (because.isEmpty()) {
            accepted.add(setting);
            return;
        }
        refused.add(new Refused(setting.line(), because.get()));
        setting.current()
                .ifPresent(
                        now -> accepted.add(new Setting(setting.option(), setting.current(), now)));
    }

    /** Returns why nothing is lowered, except a heap that itself exceeds the limit. */
    private Optional<String> forbidsLess(Setting setting) {
        Optional<String> grows =
                rising.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                rising.getFirst()
                                        + ": Its memory keeps growing: nothing is lowered while it"
                                        + " does.");
        return grows.or(() -> notLess.filter(_ -> !isHeap(setting.option()) || !killsByHeap()));
    }

    private static boolean isHeap(TuningOption option) {
        return option == TuningOption.MAX_HEAP || option == TuningOption.MAX_RAM_PERCENTAGE;
    }

    /** Returns whether a full heap and the memory outside it exceed the limit of a present pod. */
    private boolean killsByHeap() {
        return present.stream()
                .map(PodSizing::check)
                .anyMatch(
                        check ->
                                check.heapMaxBytes() + check.outsideHeapBytes()
                                        > check.limitBytes());
    }

    private Optional<String> forbidden(Setting setting) {
        List<Setting> together = new ArrayList<>(accepted);
        together.add(setting);
        return pods.stream().flatMap(pod -> pod.forbids(together).stream()).findFirst();
    }

    /** Raises the limit to a request that stays: Kubernetes refuses a request above its limit. */
    private void keepLimitAboveRequest() {
        double request = chosen(TuningOption.SOFT_LIMIT).map(WorkloadSize::bytes).orElse(0.0);
        accepted.replaceAll(
                each ->
                        each.option() == TuningOption.MEMORY_LIMIT
                                        && value(each.option(), each.suggested()) < request
                                ? new Setting(each.option(), each.current(), quantity(request))
                                : each);
    }

    /** Adds the present -Xmx to a changed limit if a share of this limit would not suit a pod. */
    private void pinHeap() {
        Optional<Setting> limit =
                accepted.stream()
                        .filter(
                                each ->
                                        each.option() == TuningOption.MEMORY_LIMIT
                                                && each.isChange())
                        .findFirst();
        boolean changes =
                accepted.stream().anyMatch(each -> isHeap(each.option()) && each.isChange());
        if (limit.isEmpty()
                || changes
                || pods.stream().noneMatch(pod -> pod.heapChangesWith(limit.get()))) {
            return;
        }
        for (int i = 0; i < accepted.size(); i++) {
            Setting heap = accepted.get(i);
            if (heap.option() == TuningOption.MAX_HEAP) {
                accepted.set(
                        i, new Setting(TuningOption.MAX_HEAP, Optional.empty(), heap.suggested()));
                notes.add(
                        "If a share of the limit sets the heap, it changes with the limit: apply"
                                + " both lines together.");
            }
        }
    }

    /** Adds the reasons why single pods keep their heap or limit. */
    private void explainKept() {
        List.of(Advice.Subject.HEAP_SIZE, Advice.Subject.MEMORY_LIMIT)
                .forEach(
                        subject ->
                                voters.stream()
                                        .flatMap(pod -> pod.refused(subject).stream())
                                        .filter(each -> refused.stream().noneMatch(each::equals))
                                        .limit(1)
                                        .forEach(refused::add));
    }

    private boolean hasPeak(CpuSize cpu) {
        double usual = CpuSize.typical(pasts);
        return Double.isNaN(usual) || cpu.daily().most() >= PEAK * usual;
    }

    private static Certainty certainty(Duration seen, boolean peak) {
        if (seen.compareTo(A_DAY) < 0) {
            return Certainty.LOW;
        }
        return seen.compareTo(A_WEEK) >= 0 && peak ? Certainty.HIGH : Certainty.MEDIUM;
    }

    private List<String> notes(Duration seen, CpuSize cpu, boolean peak) {
        notLess.ifPresent(notes::add);
        CollectorChangeWarning.sentence(accepted, cpu.settings()).ifPresent(notes::add);
        if (!growing.isEmpty()) {
            notes.add(
                    "The memory of %d of %d pods keeps growing (%s): more memory only postpones the end; heapsight top shows when."
                            .formatted(growing.size(), running.size(), growing.getFirst()));
        }
        if (seen.compareTo(A_DAY) < 0) {
            notes.add(
                    "Only %s were recorded, less than a day: a lower limit keeps a wider reserve, and peaks of other hours may be higher."
                            .formatted(duration(seen)));
        } else if (!peak) {
            notes.add("The window has no peak: the CPU use is even. A busy day may need more.");
        }
        pasts.stream()
                .mapToDouble(past -> past.max(SizingFigure.DIRECT_BUFFER_BYTES))
                .filter(bytes -> !Double.isNaN(bytes))
                .max()
                .ifPresent(
                        bytes ->
                                notes.add(
                                        "Direct buffers took up to %s."
                                                .formatted(new ByteSize(Math.round(bytes)))));
        int earlier = rollouts.earlier().size();
        if (earlier > 0) {
            notes.add(
                    plural(earlier, "pod")
                            + " of earlier rollouts had another heap or limit: only the peaks"
                            + " count.");
        }
        int young = rollouts.present().size() - voters.size();
        if (young > 0) {
            notes.add(plural(young, "pod") + " lived less than 2 hours: only the peaks count.");
        }
        return notes;
    }

    static String plural(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String duration(Duration seen) {
        return seen.toMinutes() < 120
                ? seen.toMinutes() + " minutes"
                : String.format(Locale.ROOT, "%.1f hours", seen.toMinutes() / 60.0);
    }

    private static String quantity(double bytes) {
        return (long) Math.ceil(bytes / (1 << 20)) + "Mi";
    }

    private static double value(TuningOption option, String text) {
        return option == TuningOption.MAX_RAM_PERCENTAGE
                ? Double.parseDouble(text)
                : ByteSize.parse(text).bytes();
    }
}
