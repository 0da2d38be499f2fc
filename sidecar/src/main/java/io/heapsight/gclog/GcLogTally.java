/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcEvent;
import io.heapsight.gclog.GcLogSummary.CyclesByCause;
import io.heapsight.gclog.GcLogSummary.GcLogJvm;
import io.heapsight.gclog.GcLogSummary.GcLogSource;
import io.heapsight.gclog.GcLogSummary.PausesByCause;
import io.heapsight.gclog.GcLogSummary.PhaseTimes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up the events of one JVM's log, or of several JVMs one after the other. Stores at most
 * {@value #MOST_NAMES} names of each kind; the rest are "others".
 */
final class GcLogTally {
    private static final int MOST_NAMES = 60;
    private static final int MOST_OPEN = 64;
    private static final String OTHERS = "others";

    private final GcLogTimeAxis time = new GcLogTimeAxis();
    private final GcLogTimeline timeline = new GcLogTimeline();
    private final GcLogHeapTally heap = new GcLogHeapTally(timeline);
    private final GcLogTroubles troubles = new GcLogTroubles();
    private final PauseLengths pauses = new PauseLengths();
    private final Map<List<Object>, PauseLengths> byCause = new LinkedHashMap<>();
    private final Map<String, PauseLengths> phases = new LinkedHashMap<>();
    private final Map<List<String>, Long> cycles = new LinkedHashMap<>();

    /** Causes of the cycles that may still be running, by id. */
    private final Map<Long, String> causes = new LinkedHashMap<>();

    private final CollectionIdTracker ids = new CollectionIdTracker();
    private final Deque<GcEvent> last = new ArrayDeque<>();
    private String trigger = "";
    private long lastFullId = -1;
    private double lastFullSeconds;
    private long dropped;
    private boolean cyclesWithoutPauses = true;
    private boolean isStamped;
    private GcLogJvmFacts facts;

    GcLogTally() {
        this(new GcLogJvmFacts());
    }

    private GcLogTally(GcLogJvmFacts facts) {
        this.facts = facts;
    }

    /** Returns a tally for the JVM that writes the log after this one. */
    GcLogTally next() {
        return new GcLogTally(facts.next());
    }

    /**
     * Reads the stamps of a line, before its events.
     *
     * @return whether it is the first line of another JVM
     */
    boolean stamp(GcLogStamp stamp) {
        boolean isOther = time.next(stamp.uptimeSeconds(), stamp.epochSeconds());
        if (isOther) {
            heap.restart();
            facts = facts.next();
            causes.clear();
            lastFullId = -1;
            ids.restart();
        }
        isStamped = !Double.isNaN(stamp.uptimeSeconds()) || !Double.isNaN(stamp.epochSeconds());
        if (isStamped) {
            facts.stamped();
        }
        timeline.begin(time.at());
        return isOther;
    }

    /**
     * Returns whether the events of a line are the first ones of another JVM. Always false in a log
     * with uptimes, because there only the uptimes show another JVM.
     */
    boolean isEndedBy(GcLogStamp stamp, List<GcLogEvent> events) {
        if (events.isEmpty() || time.hasUptime() || collections() == 0) {
            return false;
        }
        boolean hasTime = !Double.isNaN(stamp.epochSeconds());
        return events.stream()
                .anyMatch(
                        event ->
                                switch (event) {
                                    // JDK 8 repeats its header, without a stamp, in each file.
                                    case GcLogEvent.JvmFact fact ->
                                            fact.kind() == JvmFactKind.COLLECTOR
                                                    && (hasTime || facts.differsFrom(fact));
                                    case GcLogEvent.Pause pause ->
                                            ids.isBackAtStart(pause.id(), MOST_OPEN);
                                    case GcLogEvent.CycleStart start ->
                                            ids.isBackAtStart(start.id(), MOST_OPEN);
                                    default -> false;
                                });
    }

    /** Records that the next stamp belongs to another JVM. */
    void end() {
        time.end();
        facts.end();
    }

    void add(GcLogEvent event) {
        if (!(event instanceof GcLogEvent.JvmFact)) {
            time.event();
            facts.event();
        }
        switch (event) {
            case GcLogEvent.Pause pause -> pause(pause);
            case GcLogEvent.Phase phase -> phase(phase);
            case GcLogEvent.Cycle cycle -> cycle(cycle);
            case GcLogEvent.CycleStart start -> {
                ids.add(start.id());
                open(start.id(), start.cause());
            }
            case GcLogEvent.Trigger it -> trigger = it.cause();
            case GcLogEvent.Stall stall -> troubles.stall(stall.seconds());
            case GcLogEvent.Safepoint safepoint -> troubles.safepoint(safepoint);
            case GcLogEvent.OldGrowth growth -> heap.oldGrowth(growth);
            case GcLogEvent.ZHeap zHeap -> heap.zHeap(at(), zHeap);
            case GcLogEvent.HeapOfPause late -> heap.late(at(), late);
            case GcLogEvent.EvacuationFailure failure -> troubles.evacuationFailure(failure.id());
            case GcLogEvent.ConcurrentFailure _ -> troubles.concurrentFailure();
            case GcLogEvent.MarkAbort _ -> troubles.markAbort();
            case GcLogEvent.CpuTime cpu -> {
                heap.cpu(cpu.seconds());
                troubles.cpuTime(cpu.seconds());
            }
            case GcLogEvent.Dropped lines -> dropped += lines.lines();
            case GcLogEvent.JvmFact fact -> facts.add(fact, isStamped);
            case GcLogEvent.Damage _ -> {}
        }
    }

    private double at() {
        return orZero(time.at());
    }

    private void open(long id, String cause) {
        if (causes.size() >= MOST_OPEN) {
            causes.remove(causes.keySet().iterator().next());
        }
        causes.put(id, cause);
    }

    /** The cause of a cycle; for Shenandoah, the trigger before its first line. */
    private String causeOf(long id, boolean isWholeCycle) {
        if (!trigger.isEmpty() && !causes.containsKey(id)) {
            open(id, trigger);
            count("Cycle", trigger);
            if (!isWholeCycle) {
                troubles.cycle(trigger); // a pause is counted with its length
            }
            trigger = "";
        }
        return causes.getOrDefault(id, "");
    }

    private void pause(GcLogEvent.Pause pause) {
        ids.add(pause.id());
        cyclesWithoutPauses = false;
        boolean isFull = pause.kind() == GcCycleKind.FULL;
        String cause = pause.cause().isEmpty() ? causeOf(pause.id(), isFull) : pause.cause();
        double alone = pause.seconds();
        boolean isNested = false;
        if (isFull) {
            lastFullId = pause.id();
            lastFullSeconds = pause.seconds();
        } else if (pause.kind() == GcCycleKind.YOUNG && lastFullId > pause.id()) {
            // The young collection failed, and the full one ran within it: Serial of JDK 11, 17.
            alone = Math.max(0, pause.seconds() - lastFullSeconds);
            isNested = true;
            lastFullId = -1;
        }
        pauses.add(alone);
        lengths(List.of(pause.kind(), pause.name(), cause)).add(alone);
        timeline.pause(at(), pause.kind(), alone);
        troubles.pause(pause, cause);
        remember(pause, cause, alone);
        troubles.awaitCpuTime(isNested ? Double.NaN : alone); // the full one within was counted
        if (!isNested) {
            heap.pause(at(), pause, cause);
        }
    }

    private void remember(GcLogEvent.Pause pause, String cause, double seconds) {
        if (last.size() == GcActivity.MOST_EVENTS) {
            last.removeFirst();
        }
        HeapChange change = pause.heap().orElse(new HeapChange(Double.NaN, Double.NaN, Double.NaN));
        last.add(
                new GcEvent(
                        time.instant(),
                        time.uptimeSeconds(),
                        1,
                        seconds,
                        "Pause " + pause.name(),
                        cause.isEmpty() ? "unknown" : cause,
                        change.beforeBytes(),
                        change.afterBytes(),
                        change.capacityBytes()));
    }

    private PauseLengths lengths(List<Object> key) {
        List<Object> kept =
                byCause.containsKey(key) || byCause.size() < MOST_NAMES
                        ? key
                        : List.of(key.getFirst(), OTHERS, "");
        return byCause.computeIfAbsent(kept, _ -> new PauseLengths());
    }

    private void phase(GcLogEvent.Phase phase) {
        ids.add(phase.id());
        troubles.awaitCpuTime(Double.NaN); // the CPU times of CMS's phases are logged as well
        String _ = causeOf(phase.id(), false);
        String name =
                phases.containsKey(phase.name()) || phases.size() < MOST_NAMES
                        ? phase.name()
                        : OTHERS;
        phases.computeIfAbsent(name, _ -> new PauseLengths()).add(phase.seconds());
        heap.phase(at(), phase);
    }

    private void cycle(GcLogEvent.Cycle cycle) {
        ids.add(cycle.id());
        causes.remove(cycle.id());
        count(cycle.name(), cycle.cause());
        troubles.cycle(cycle.cause());
        heap.cycle(at(), cycle);
    }

    private void count(String name, String cause) {
        List<String> key = List.of(name, cause);
        boolean isKept = cycles.containsKey(key) || cycles.size() < MOST_NAMES;
        cycles.merge(isKept ? key : List.of(name, OTHERS), 1L, Long::sum);
    }

    /** Returns whether the start of a JVM's log was read. */
    boolean isGcLog() {
        return collections() > 0
                || facts.has(JvmFactKind.COLLECTOR)
                || facts.has(JvmFactKind.VERSION);
    }

    /** Number of pauses and cycles. */
    long collections() {
        return pauses.count() + cycles.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns whether the ids of the collections continue those of an earlier tally. */
    boolean continues(GcLogTally earlier) {
        return ids.areAfter(earlier.ids);
    }

    /** Returns the time axis of the lines. */
    GcLogTimeAxis time() {
        return time;
    }

    /**
     * @param jvms number of JVMs that wrote the log
     */
    GcLogSummary summary(GcLogSource source, int jvms, List<String> moreNotes) {
        List<PausesByCause> causesOfPauses = new ArrayList<>();
        byCause.forEach(
                (key, lengths) ->
                        causesOfPauses.add(
                                new PausesByCause(
                                        (GcCycleKind) key.get(0),
                                        (String) key.get(1),
                                        (String) key.get(2),
                                        lengths.times())));
        causesOfPauses.sort(
                Comparator.comparingDouble((PausesByCause each) -> each.times().seconds())
                        .reversed());
        List<CyclesByCause> counted = new ArrayList<>();
        cycles.forEach(
                (key, count) -> counted.add(new CyclesByCause(key.get(0), key.get(1), count)));
        counted.sort(Comparator.comparingLong(CyclesByCause::count).reversed());
        GcLogJvm jvm = facts.jvm(collector(), heap.capacityOfFullCollections());
        List<String> notes = new ArrayList<>(moreNotes);
        notes.addAll(notes());
        return new GcLogSummary(
                source,
                jvm,
                time.seconds(),
                jvms,
                pauses.times(),
                causesOfPauses,
                phaseTimes(),
                counted,
                heap.figures(jvm.collector()),
                troubles.figures(jvm.collector(), heap.hasCpuTime()),
                troubles.safepoints(),
                timeline.points(),
                List.copyOf(last),
                notes);
    }

    private List<PhaseTimes> phaseTimes() {
        List<PhaseTimes> times = new ArrayList<>();
        phases.forEach(
                (name, lengths) -> {
                    GcLogSummary.PauseTimes each = lengths.times();
                    times.add(
                            new PhaseTimes(
                                    name, each.count(), each.seconds(), each.longestSeconds()));
                });
        times.sort(Comparator.comparingDouble(PhaseTimes::seconds).reversed());
        return times;
    }

    private List<String> notes() {
        if (!isGcLog()) {
            return List.of("The log has no collections.");
        }
        List<String> notes = new ArrayList<>();
        if (Double.isNaN(time.seconds())) {
            notes.add(
                    time.isInterleaved()
                            ? "Lines of several JVMs alternate, so rates and shares of time are"
                                    + " unknown. Log to one file per JVM, or add the decorations"
                                    + " pid and tid."
                            : "The lines have no time, so rates and shares of time are unknown."
                                    + " Add the decoration uptime.");
        } else if (time.isDisordered()) {
            notes.add("Some lines are earlier than the lines before them; their time is ignored.");
        }
        notes.addAll(ids.notes());
        if (!facts.has(JvmFactKind.MAX_HEAP_BYTES) && heap.capacityOfFullCollections() > 0) {
            notes.add(
                    "The log lacks the maximum heap size: the largest size, at which full"
                            + " collections ran, is assumed to be the maximum.");
        }
        if (dropped > 0) {
            notes.add(
                    "The JVM dropped %d lines, so counts and sums are lower bounds. Log without -Xlog:async, or raise -XX:AsyncLogBufferSize."
                            .formatted(dropped));
        }
        if (!cycles.isEmpty() && cyclesWithoutPauses) {
            notes.add("The log has no pauses. -Xlog:gc* shows those of ZGC.");
        }
        return notes;
    }

    private String collector() {
        String stated = facts.text(JvmFactKind.COLLECTOR);
        String name = stated.isEmpty() ? guess() : stated;
        boolean isGenerational =
                (name.equals("ZGC") && hasCycle("M"))
                        || (name.equals("Shenandoah") && hasCycle("Young"));
        return isGenerational ? name + " generational" : name;
    }

    /**
     * Whether the name of a cycle begins with a text, or that of a phase ends with it in brackets.
     * Minor and Major Collections show generational ZGC; Shenandoah's modes are in its phases.
     */
    private boolean hasCycle(String begin) {
        return cycles.keySet().stream().anyMatch(key -> key.getFirst().startsWith(begin))
                || phases.keySet().stream().anyMatch(name -> name.endsWith("(" + begin + ")"));
    }

    /** Returns the collector of a log without its start, from the words in it. */
    private String guess() {
        if (facts.has(JvmFactKind.COLLECTOR_OF_DETAILS)) {
            return facts.text(JvmFactKind.COLLECTOR_OF_DETAILS);
        }
        if (cycles.keySet().stream().anyMatch(key -> key.getFirst().endsWith(" Collection"))) {
            return "ZGC";
        }
        if (phases.keySet().stream().anyMatch(name -> name.startsWith("Concurrent marking"))) {
            return "Shenandoah";
        }
        boolean isG1 =
                byCause.keySet().stream()
                        .anyMatch(
                                key ->
                                        ((String) key.get(2)).startsWith("G1 ")
                                                || ((String) key.get(1)).equals("Cleanup"));
        return isG1 ? "G1" : "";
    }
}
