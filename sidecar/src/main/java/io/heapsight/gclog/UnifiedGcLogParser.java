/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the messages of unified logging (JDK 9 and later) from any collector, with or without
 * decorations:
 *
 * <pre>
 * GC(0) Pause Young (Normal) (G1 Evacuation Pause) 7M-&gt;1M(32M) 2.963ms
 * GC(1) y: Pause Mark Start 0.022ms
 * GC(1) Minor Collection (Allocation Rate) 10M(31%)-&gt;10M(31%) 0.006s
 * GC(2) Concurrent cleanup (Young) 16M-&gt;7M(32M) 0.153ms
 * Safepoint "G1CollectForAllocation", Time since last: 32615007 ns, Reaching safepoint: …
 * </pre>
 */
final class UnifiedGcLogParser {
    private static final String ID = "GC(";
    private static final int MOST_ID_DIGITS = 15;
    private static final int MOST_NAME = 80;
    private static final int MOST_TRIGGER = 100;

    /** Figures in the trigger of a cycle of Shenandoah, and what follows them. */
    private static final Pattern TRIGGER_FIGURES =
            Pattern.compile(
                    " \\((?:\\d|margin|spike)[^)]*\\)| \\d+ of \\d+\\..*|: \\d.*|(?<= of) \\d+");

    /** Details in parentheses after the name of a concurrent phase. */
    private static final String DETAIL = " \\((?:\\d[^)]*|unload classes)\\)";

    /** Maximum length of a pause; a line with a longer one is damaged. */
    static final double MOST_SECONDS = 86_400;

    private static final Pattern LENGTH = Pattern.compile(" (\\d{1,9}[.,]\\d{1,9})ms$");
    private static final Pattern SAFEPOINT =
            Pattern.compile(
                    "Safepoint \"([^\"]{1,80})\", .*?Reaching safepoint: +(\\d{1,18}) ns,.* Total:"
                            + " +(\\d{1,18}) ns");
    static final Pattern STOPPED =
            Pattern.compile(
                    "application threads were stopped: (\\d{1,9}[.,]\\d{1,9}) seconds(?:, Stopping"
                            + " threads took: (\\d{1,9}[.,]\\d{1,9}) seconds)?");

    /** The message of a JVM with -Xlog:async after its buffer was full. */
    static final String DROPPED = " messages dropped due to async logging";

    private static final Pattern DROPPED_LINES = Pattern.compile("(\\d{1,9})" + DROPPED);
    private static final Pattern CPU =
            Pattern.compile("User=(\\d{1,9}[.,]\\d+)s Sys=(\\d{1,9}[.,]\\d+)s");
    private static final Pattern OLD_REGIONS =
            Pattern.compile("^Old regions: (\\d{1,9})->(\\d{1,9})");
    private static final Pattern OLD_SPACE =
            Pattern.compile("^(?:Tenured|ParOldGen|CMS|PSOldGen): ");
    private static final Pattern STALL =
            Pattern.compile("Allocation Stall \\(.{0,200}\\) (\\d{1,9}[.,]\\d{1,9})ms$");

    private final Consumer<GcLogEvent> events;

    private final UnifiedGcLogHeaderParser facts;
    private final ZgcHeapTable heapTable;

    UnifiedGcLogParser(Consumer<GcLogEvent> events) {
        this.events = events;
        facts = new UnifiedGcLogHeaderParser(events);
        heapTable = new ZgcHeapTable(events);
    }

    /** Parses a line; returns whether it has the id of a collection. */
    boolean line(String line) {
        int at = line.indexOf(ID);
        if (at < 0) {
            withoutId(line);
            return false;
        }
        int close = line.indexOf(") ", at);
        int from = at + ID.length();
        if (close <= from || close - from > MOST_ID_DIGITS) {
            return false;
        }
        long id = 0;
        for (int i = from; i < close; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            id = 10 * id + digit;
        }
        message(id, line.substring(close + 2).strip());
        return true;
    }

    private void message(long id, String text) {
        boolean isLabelled = text.length() > 3 && text.startsWith(": ", 1);
        String message = isLabelled ? text.substring(3).strip() : text;
        if (message.startsWith("Pause ")) {
            pause(id, text, message.substring("Pause ".length()));
        } else if (message.startsWith("Concurrent Mark Abort")) {
            events.accept(new GcLogEvent.MarkAbort());
        } else if (message.startsWith("Concurrent Mode Failure")) {
            events.accept(new GcLogEvent.ConcurrentFailure());
        } else if (message.startsWith("Concurrent ")) {
            seconds(message)
                    .ifPresent(
                            seconds ->
                                    events.accept(
                                            new GcLogEvent.Phase(
                                                    id,
                                                    words(message).replaceAll(DETAIL, ""),
                                                    seconds,
                                                    HeapChange.last(message))));
        } else if (message.startsWith("Garbage Collection (")
                || message.startsWith("Major Collection (")
                || message.startsWith("Minor Collection (")) {
            cycle(id, message);
        } else if (message.startsWith("To-space exhausted")) {
            events.accept(new GcLogEvent.EvacuationFailure(id));
        } else {
            details(id, text, message);
        }
    }

    private void details(long id, String text, String message) {
        facts.detail(message);
        if (message.startsWith("User=")) {
            cpuTime(message);
        } else if (message.startsWith("Old regions: ")) {
            oldRegions(id, message);
        } else if (OLD_SPACE.matcher(message).find()) {
            firstChange(message)
                    .ifPresent(
                            change ->
                                    events.accept(
                                            new GcLogEvent.OldGrowth(
                                                    id,
                                                    change.afterBytes() - change.beforeBytes())));
        } else if (message.startsWith("Allocation Stall (")) {
            withoutId(message);
        } else {
            heapTable.row(text, message);
        }
    }

    private void cpuTime(String message) {
        Matcher matcher = CPU.matcher(message);
        if (matcher.find()) {
            events.accept(
                    new GcLogEvent.CpuTime(decimal(matcher.group(1)) + decimal(matcher.group(2))));
        }
    }

    private void oldRegions(long id, String message) {
        Matcher matcher = OLD_REGIONS.matcher(message);
        if (matcher.find()) {
            long growth = Long.parseLong(matcher.group(2)) - Long.parseLong(matcher.group(1));
            events.accept(new GcLogEvent.OldGrowth(id, growth * facts.regionBytes()));
        }
    }

    /**
     * Returns the first change in a line: that of the old generation. Changes of its parts follow.
     */
    private static Optional<HeapChange> firstChange(String message) {
        int arrow = message.indexOf("->");
        int end = arrow < 0 ? -1 : message.indexOf(' ', arrow);
        return HeapChange.last(end < 0 ? message : message.substring(0, end));
    }

    private void pause(long id, String text, String message) {
        OptionalDouble seconds = seconds(message);
        if (seconds.isEmpty()) {
            if (message.contains("->") || !isBalanced(message)) {
                events.accept(new GcLogEvent.Damage("a pause without its length"));
            }
            return;
        }
        String words = words(message);
        List<String> groups = groups(words);
        GcCycleKind kind = kind(text, words);
        boolean isOfCycle =
                kind == GcCycleKind.CONCURRENT || text.startsWith(": ", 1) || groups.isEmpty();
        String generation =
                !text.startsWith(": ", 1) ? "" : text.startsWith("y") ? "Minor " : "Major ";
        boolean isFailure =
                groups.stream().anyMatch(each -> each.matches("Evacuation Failure(?!: Pinned$).*"));
        String cause =
                groups.stream()
                        .filter(each -> !each.startsWith("Evacuation Failure"))
                        .reduce((_, last) -> last)
                        .orElse("");
        events.accept(
                new GcLogEvent.Pause(
                        id,
                        kind,
                        isOfCycle ? generation + name(words) : name(words, groups, cause),
                        isOfCycle ? "" : cause,
                        seconds.getAsDouble(),
                        HeapChange.last(message),
                        isFailure));
    }

    /** "Young (Mixed)" for the type, its groups and a cause. */
    private static String name(String words, List<String> groups, String cause) {
        String type = name(words);
        String mode = groups.getFirst();
        return mode.equals(cause) || mode.startsWith("Evacuation")
                ? type
                : type + " (" + mode + ")";
    }

    private static String name(String words) {
        int open = words.indexOf(" (");
        String name = open < 0 ? words : words.substring(0, open);
        return name.length() > MOST_NAME ? name.substring(0, MOST_NAME) : name;
    }

    /** Removes the change of the heap and the length at the end. */
    private static String words(String message) {
        String words = LENGTH.matcher(message).replaceFirst("");
        int arrow = words.lastIndexOf("->");
        int space = arrow < 0 ? -1 : words.lastIndexOf(' ', arrow);
        return space < 0 ? words : words.substring(0, space);
    }

    /** The texts in parentheses: "Normal", "System.gc()". */
    private static List<String> groups(String words) {
        List<String> groups = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            if (c == '(' && depth++ == 0) {
                from = i + 1;
            } else if (c == ')' && --depth == 0) {
                groups.add(words.substring(from, Math.min(i, from + MOST_NAME)));
            }
            depth = Math.max(0, depth);
        }
        return groups;
    }

    private static boolean isBalanced(String message) {
        return message.chars().filter(c -> c == '(').count()
                == message.chars().filter(c -> c == ')').count();
    }

    private static GcCycleKind kind(String text, String words) {
        if (words.startsWith("Full")) {
            return GcCycleKind.FULL;
        }
        boolean isYoung =
                words.startsWith("Young")
                        || words.startsWith("Mixed")
                        || words.startsWith("Initial Mark (G1")
                        || text.startsWith("y: ");
        return isYoung ? GcCycleKind.YOUNG : GcCycleKind.CONCURRENT;
    }

    private void cycle(long id, String message) {
        Optional<HeapChange> heap = HeapChange.last(message);
        List<String> groups = groups(message);
        String cause = groups.isEmpty() ? "" : groups.getFirst();
        if (heap.isPresent()) {
            events.accept(new GcLogEvent.Cycle(id, name(message), cause, heap));
        } else if (message.endsWith(")")) {
            events.accept(new GcLogEvent.CycleStart(id, cause));
        }
    }

    private void withoutId(String line) {
        int stall = line.indexOf("Allocation Stall (");
        if (stall >= 0) {
            Matcher matcher = STALL.matcher(line);
            if (matcher.find()) {
                events.accept(new GcLogEvent.Stall(1e-3 * decimal(matcher.group(1))));
            }
        } else if (line.contains("Safepoint \"")) {
            Matcher matcher = SAFEPOINT.matcher(line);
            if (matcher.find()) {
                events.accept(
                        new GcLogEvent.Safepoint(
                                matcher.group(1),
                                1e-9 * Long.parseLong(matcher.group(3)),
                                1e-9 * Long.parseLong(matcher.group(2))));
            }
        } else if (line.contains("were stopped: ")) {
            stopped(line);
        } else if (line.contains("Trigger")) {
            trigger(line);
        } else if (line.contains(DROPPED)) {
            dropped(line);
        } else {
            facts.line(line);
        }
    }

    private void dropped(String line) {
        Matcher matcher = DROPPED_LINES.matcher(line);
        if (matcher.find()) {
            events.accept(new GcLogEvent.Dropped(Long.parseLong(matcher.group(1))));
        }
    }

    private void stopped(String line) {
        Matcher matcher = STOPPED.matcher(line);
        if (matcher.find()) {
            double reach = matcher.group(2) == null ? Double.NaN : decimal(matcher.group(2));
            events.accept(new GcLogEvent.Safepoint("", decimal(matcher.group(1)), reach));
        }
    }

    /** "Free (22272K) is below minimum threshold (2293K)" is "Free is below minimum threshold". */
    private void trigger(String line) {
        int colon = line.indexOf(": ", line.indexOf("Trigger"));
        if (colon < 0) {
            return;
        }
        String text =
                TRIGGER_FIGURES.matcher(line.substring(colon + 2).strip()).replaceAll("").strip();
        events.accept(
                new GcLogEvent.Trigger(
                        text.length() > MOST_TRIGGER ? text.substring(0, MOST_TRIGGER) : text));
    }

    private static OptionalDouble seconds(String message) {
        if (!message.endsWith("ms")) {
            return OptionalDouble.empty(); // the start or details of a pause
        }
        Matcher matcher = LENGTH.matcher(message);
        if (!matcher.find()) {
            return OptionalDouble.empty();
        }
        double seconds = 1e-3 * decimal(matcher.group(1));
        return seconds > MOST_SECONDS ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** Some JVMs write the decimal point of the target's locale. */
    static double decimal(String text) {
        return Double.parseDouble(text.replace(',', '.'));
    }
}
