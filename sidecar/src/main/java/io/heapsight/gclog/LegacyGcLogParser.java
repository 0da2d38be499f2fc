/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gclog.GcLogEvent.JvmFact;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a GC log of JDK 8 from any collector, with or without details:
 *
 * <pre>
 * 0.051: [GC (Allocation Failure)  8704K-&gt;1322K(31680K), 0.0018003 secs]
 * 0.059: [GC pause (G1 Evacuation Pause) (young) (to-space exhausted), 0.0030 secs]
 *    [Eden: 7168.0K(7168.0K)-&gt;0.0B(6144.0K) Survivors: 0.0B-&gt;1024.0K Heap: 7168.0K(32.0M)-&gt;1132.0K(32.0M)]
 * 0.113: [CMS-concurrent-mark: 0.003/0.003 secs] [Times: user=0.00 sys=0.00, real=0.00 secs]
 * </pre>
 */
final class LegacyGcLogParser {
    private static final Pattern CAUSE = Pattern.compile("\\(((?:[^()]|\\(\\)){1,80})\\)");
    private static final Pattern YOUNG_SPACE =
            Pattern.compile(
                    "(?:DefNew|ParNew|PSYoungGen)[^\\[]*?: ?(\\d{1,12})K->(\\d{1,12})K",
                    Pattern.DOTALL);
    private static final Pattern G1_HEAP =
            Pattern.compile(
                    "\\[Eden: (\\d[\\d.,]{0,14})([BKMG])\\S*->(\\d[\\d.,]{0,14})([BKMG])\\S*"
                            + " Survivors: (\\d[\\d.,]{0,14})([BKMG])->(\\d[\\d.,]{0,14})([BKMG]) Heap:"
                            + " (\\S{1,80})\\]");
    private static final Pattern TIMES =
            Pattern.compile("\\[Times: user=(\\d{1,9}[.,]\\d+) sys=(\\d{1,9}[.,]\\d+),");
    private static final Pattern CMS_PHASE =
            Pattern.compile(
                    "\\[CMS-(concurrent-[a-z-]{1,30}): [\\d.,]{1,16}/(\\d{1,9}[.,]\\d{1,9})"
                            + " secs\\]");
    private static final Pattern G1_PHASE =
            Pattern.compile("\\[GC (concurrent-[a-z-]{1,40})-end, (\\d{1,9}[.,]\\d{1,9}) secs?\\]");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}[.,]\\d{1,9}");
    private static final Pattern FLAG =
            Pattern.compile(
                    "-XX:(?:\\+Use(Serial|Parallel|ConcMarkSweep|G1)GC|MaxHeapSize=(\\d{1,15}))");
    private static final Pattern VERSION = Pattern.compile("JRE \\(([^)]{1,60})\\)");

    private final Consumer<GcLogEvent> events;
    private final LegacyGcLogPause group = new LegacyGcLogPause();

    LegacyGcLogParser(Consumer<GcLogEvent> events) {
        this.events = events;
    }

    /** Parses a line. */
    void line(String line) {
        Optional<LegacyGcLogPause.Pause> pause = group.take(line);
        pause.ifPresent(this::pause);
        if (group.isOverflown()) {
            events.accept(new GcLogEvent.Damage("a pause without its end"));
        }
        if (line.indexOf('[') >= 0) {
            brackets(line);
        }
        if (line.startsWith("CommandLine flags: ")) {
            flags(line);
        } else if (line.contains(" JRE (") && line.contains("VM (")) {
            Matcher version = VERSION.matcher(line);
            if (version.find()) {
                events.accept(new JvmFact(JvmFactKind.VERSION, version.group(1)));
            }
        }
    }

    private void brackets(String line) {
        if (line.contains("[Eden: ")) {
            heapOfG1(line);
        }
        Matcher times = TIMES.matcher(line);
        if (times.find() && !line.contains("-concurrent-")) {
            events.accept(
                    new GcLogEvent.CpuTime(
                            UnifiedGcLogParser.decimal(times.group(1))
                                    + UnifiedGcLogParser.decimal(times.group(2))));
        }
        if (line.contains("[GC concurrent-mark-abort]")) {
            events.accept(new GcLogEvent.MarkAbort());
        } else if (line.contains("concurrent-")) {
            phase(CMS_PHASE.matcher(line));
            phase(G1_PHASE.matcher(line));
        }
    }

    private void phase(Matcher matcher) {
        if (matcher.find()) {
            String name = matcher.group(1).replace('-', ' ');
            events.accept(
                    new GcLogEvent.Phase(
                            GcLogEvent.NO_ID,
                            "C" + name.substring(1),
                            UnifiedGcLogParser.decimal(matcher.group(2)),
                            Optional.empty()));
        }
    }

    private void heapOfG1(String line) {
        Matcher matcher = G1_HEAP.matcher(line);
        if (matcher.find()) {
            double youngBefore = size(matcher, 1) + size(matcher, 5);
            double youngAfter = size(matcher, 3) + size(matcher, 7);
            HeapChange.last(matcher.group(9))
                    .ifPresent(
                            heap ->
                                    events.accept(
                                            new GcLogEvent.HeapOfPause(
                                                    heap,
                                                    heap.afterBytes()
                                                            - youngAfter
                                                            - heap.beforeBytes()
                                                            + youngBefore)));
        }
    }

    private static double size(Matcher matcher, int group) {
        try {
            return HeapChange.bytes(matcher.group(group), matcher.group(group + 1));
        } catch (NumberFormatException _) {
            return Double.NaN; // a damaged line: several points
        }
    }

    private void pause(LegacyGcLogPause.Pause pause) {
        if (!SECONDS.matcher(pause.seconds()).matches()
                || UnifiedGcLogParser.decimal(pause.seconds()) > UnifiedGcLogParser.MOST_SECONDS) {
            events.accept(new GcLogEvent.Damage("a pause without its length"));
            return;
        }
        String text = pause.text();
        Optional<HeapChange> heap = HeapChange.last(text);
        oldGrowth(pause, heap);
        boolean isFailure =
                text.contains("to-space ")
                        || text.startsWith("GC--")
                        || text.startsWith("GC --")
                        || pause.inner().contains("(promotion failed)");
        if (pause.inner().contains("(concurrent mode failure)")) {
            events.accept(new GcLogEvent.ConcurrentFailure());
        }
        GcCycleKind kind = kind(pause);
        events.accept(
                new GcLogEvent.Pause(
                        GcLogEvent.NO_ID,
                        kind,
                        name(text, kind),
                        cause(text),
                        UnifiedGcLogParser.decimal(pause.seconds()),
                        heap,
                        isFailure));
    }

    /** A young collection that failed contains a full one. */
    private static GcCycleKind kind(LegacyGcLogPause.Pause pause) {
        boolean isFull =
                pause.kind() == GcCycleKind.YOUNG
                        && (pause.inner().contains("Tenured")
                                || pause.inner().contains("(concurrent mode "));
        return isFull ? GcCycleKind.FULL : pause.kind();
    }

    private void oldGrowth(LegacyGcLogPause.Pause pause, Optional<HeapChange> heap) {
        Matcher young = YOUNG_SPACE.matcher(pause.inner());
        if (heap.isPresent() && young.find()) {
            double youngBefore = HeapChange.bytes(young.group(1), "K");
            double youngAfter = HeapChange.bytes(young.group(2), "K");
            events.accept(
                    new GcLogEvent.OldGrowth(
                            GcLogEvent.NO_ID,
                            heap.get().afterBytes()
                                    - youngAfter
                                    - heap.get().beforeBytes()
                                    + youngBefore));
        }
    }

    private static String name(String text, GcCycleKind kind) {
        if (kind == GcCycleKind.FULL) {
            return "Full";
        }
        if (kind == GcCycleKind.CONCURRENT) {
            boolean isRemark = text.startsWith("GC remark") || text.contains("CMS Final Remark");
            return isRemark ? "Remark" : text.startsWith("GC cleanup") ? "Cleanup" : "Initial Mark";
        }
        boolean isMarking = text.contains("(initial-mark)");
        return text.contains("(mixed)")
                ? "Young (Mixed)"
                : isMarking ? "Young (Concurrent Start)" : "Young";
    }

    private static String cause(String text) {
        Matcher matcher = CAUSE.matcher(text);
        boolean isCause =
                matcher.find()
                        && !matcher.group(1).startsWith("CMS ")
                        && !matcher.group(1).matches("young|mixed|\\d+[BKMG]|\\d.*");
        return isCause ? matcher.group(1) : "";
    }

    private void flags(String line) {
        Matcher flag = FLAG.matcher(line);
        while (flag.find()) {
            if (flag.group(1) == null) {
                events.accept(new JvmFact(JvmFactKind.MAX_HEAP_BYTES, flag.group(2)));
            } else {
                String name = flag.group(1);
                events.accept(
                        new JvmFact(
                                JvmFactKind.COLLECTOR,
                                name.equals("ConcMarkSweep") ? "CMS" : name));
            }
        }
    }
}
