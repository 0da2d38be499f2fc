/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pauses in a target's GC log, one by one. It reads only what the JVMs of the tests write, with
 * {@link #flags}.
 */
public record GcPauseLog(List<Pause> pauses) {
    private static final String FILE = "/tmp/gc.log";

    /** {@code GC(7) Pause Young (Normal) (G1 Evacuation Pause) 7M->1M(32M) 2.963ms}. */
    private static final Pattern UNIFIED =
            Pattern.compile("GC\\((\\d+)\\) (?:\\w: )?Pause (.*?)(?: \\d+M->\\S+)? ([\\d.]+)ms$");

    /** {@code [GC (Allocation Failure) 8704K->1322K(31680K), 0.0018003 secs]}. */
    private static final Pattern LEGACY =
            Pattern.compile(
                    "\\[(?:Full )?GC (?!concurrent|remark|cleanup)(.*?), ([\\d.]+) secs\\]");

    private static final Pattern CAUSE = Pattern.compile("\\(((?:[^()]|\\(\\))+)\\)");

    /**
     * One pause.
     *
     * @param id of its collection; -1 on JDK 8
     * @param cause in the JVM's words; "No GC" if the log has none
     */
    public record Pause(long id, String cause, double seconds) {}

    /** The flags with which a target writes its log. */
    public static String[] flags(Jdk jdk) {
        return jdk == Jdk.JDK_8
                ? new String[] {"-XX:+PrintGC", "-Xloggc:" + FILE}
                : new String[] {"-Xlog:gc*:file=" + FILE};
    }

    /** Reads the log of a target. */
    public static GcPauseLog of(TargetContainer target) {
        return of(target.exec("cat", FILE).outOrThrow());
    }

    static GcPauseLog of(String text) {
        List<Pause> pauses = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher unified = UNIFIED.matcher(line);
            Matcher legacy = LEGACY.matcher(line);
            if (unified.find()) {
                add(
                        pauses,
                        Long.parseLong(unified.group(1)),
                        cause(unified.group(2)),
                        Double.parseDouble(unified.group(3)) / 1000);
            } else if (legacy.find()) {
                Matcher cause = CAUSE.matcher(legacy.group(1));
                add(
                        pauses,
                        -1,
                        cause.find() ? cause.group(1) : "No GC",
                        Double.parseDouble(legacy.group(2)));
            }
        }
        return new GcPauseLog(pauses);
    }

    /** A full collection within a young one that failed is logged first, and included in it. */
    private static void add(List<Pause> pauses, long id, String cause, double seconds) {
        boolean isAround = !pauses.isEmpty() && pauses.getLast().id > id;
        double within = isAround ? pauses.getLast().seconds : 0;
        pauses.add(new Pause(id, cause, seconds - within));
    }

    private static String cause(String words) {
        return CAUSE.matcher(words)
                .results()
                .map(match -> match.group(1))
                .filter(each -> !each.startsWith("Evacuation Failure"))
                .reduce((_, last) -> last)
                .filter(_ -> !words.startsWith("Mark ") && !words.startsWith("Relocate "))
                .orElse("No GC");
    }

    /** The pauses after the first ones. */
    public GcPauseLog after(int count) {
        return new GcPauseLog(pauses.subList(count, pauses.size()));
    }

    public double seconds() {
        return pauses.stream().mapToDouble(Pause::seconds).sum();
    }

    /** The number of pauses up to a length. */
    public long upTo(double seconds) {
        return pauses.stream().filter(pause -> pause.seconds <= seconds).count();
    }

    /** The number of pauses with a cause. */
    public long with(String cause) {
        return pauses.stream().filter(pause -> pause.cause.equals(cause)).count();
    }
}
