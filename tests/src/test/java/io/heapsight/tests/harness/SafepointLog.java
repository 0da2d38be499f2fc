/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The safepoints in a target's log, one by one. It reads only what the JVMs of the tests write,
 * with {@link #flags}.
 */
public record SafepointLog(List<Safepoint> safepoints) {
    private static final String FILE = "/tmp/safepoint.log";
    private static final int ONE_LINE_SINCE = 17;
    private static final double NANOS = 1e-9;

    /**
     * {@code Safepoint "ThreadDump", Time since last: …, Reaching safepoint: 16384 ns, … Total: …}.
     */
    private static final Pattern LINE =
            Pattern.compile(
                    "Safepoint \"(\\w+)\",.* Reaching safepoint: (\\d+) ns,.* Total: (\\d+) ns");

    /** JDK 8 and 11. */
    private static final Pattern STOPPED =
            Pattern.compile("stopped: ([\\d.]+) seconds, Stopping threads took: ([\\d.]+) seconds");

    /** JDK 11. */
    private static final Pattern ENTERED = Pattern.compile("Entering safepoint region: (\\w+)");

    /** JDK 8 has no name of the operation; a collection logs itself before the safepoint's end. */
    private static final Pattern COLLECTED = Pattern.compile("\\[(?:Full )?GC ");

    private static final Pattern COLLECTION =
            Pattern.compile("GC|Collect|G1Concurrent|G1Pause|Shenandoah|^Z|^X");

    /**
     * One safepoint.
     *
     * @param seconds in total
     * @param syncSeconds to reach it
     */
    public record Safepoint(boolean isCollection, double seconds, double syncSeconds) {}

    /** The flags with which a target writes its log. */
    public static String[] flags(Jdk jdk) {
        return jdk == Jdk.JDK_8
                ? new String[] {"-XX:+PrintGC", "-XX:+PrintGCApplicationStoppedTime"}
                : new String[] {"-Xlog:safepoint:file=" + FILE};
    }

    /** Reads the log of a target. */
    public static SafepointLog of(TargetContainer target, Jdk jdk) {
        boolean isFile = jdk != Jdk.JDK_8; // which writes the file late
        return parse(isFile ? target.exec("cat", FILE).outOrThrow() : target.output(), jdk);
    }

    static SafepointLog parse(String text, Jdk jdk) {
        return new SafepointLog(jdk.version() < ONE_LINE_SINCE ? ofLines(text) : ofLine(text));
    }

    private static List<Safepoint> ofLine(String text) {
        return LINE.matcher(text)
                .results()
                .map(
                        line ->
                                new Safepoint(
                                        COLLECTION.matcher(line.group(1)).find(),
                                        NANOS * Long.parseLong(line.group(3)),
                                        NANOS * Long.parseLong(line.group(2))))
                .toList();
    }

    private static List<Safepoint> ofLines(String text) {
        List<Safepoint> found = new ArrayList<>();
        boolean isCollection = false;
        for (String line : text.lines().toList()) {
            Matcher entered = ENTERED.matcher(line);
            Matcher stopped = STOPPED.matcher(line);
            if (entered.find()) {
                isCollection = COLLECTION.matcher(entered.group(1)).find();
            } else if (stopped.find()) {
                found.add(
                        new Safepoint(
                                isCollection,
                                Double.parseDouble(stopped.group(1)),
                                Double.parseDouble(stopped.group(2))));
                isCollection = false;
            } else {
                isCollection |= COLLECTED.matcher(line).find();
            }
        }
        return found;
    }

    /** The safepoints after the first ones. */
    public SafepointLog after(int count) {
        return new SafepointLog(safepoints.subList(count, safepoints.size()));
    }

    /** The safepoints that are no collections. */
    public List<Safepoint> others() {
        return safepoints.stream().filter(each -> !each.isCollection).toList();
    }

    public double syncSeconds() {
        return safepoints.stream().mapToDouble(Safepoint::syncSeconds).sum();
    }
}
