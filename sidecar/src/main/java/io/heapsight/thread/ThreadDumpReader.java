/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the output of {@code Thread.print} of JDK 8 to 25 as it arrives. With {@code -l}:
 *
 * <pre>
 * "deadlock-left" #15 [19] daemon prio=5 os_prio=0 cpu=0.68ms elapsed=18.61s tid=0x… nid=19 waiting …
 *    java.lang.Thread.State: BLOCKED (on object monitor)
 *         at com.acme.Hung.monitors(Hung.java:62)
 *         - waiting to lock &lt;0x00000000fc01f600&gt; (a java.lang.Object)
 *         - locked &lt;0x00000000fc01f5f0&gt; (a java.lang.Object)
 *
 *    Locked ownable synchronizers:
 *         - None
 * </pre>
 *
 * <p>JDK 21 prints the virtual thread mounted on a carrier, JDK 25 also its stack. The line "JNI
 * global refs: …" after the threads is mandatory: without it, the answer is truncated. The
 * deadlocks follow that line. Names are unescaped and may contain line ends, so a thread's first
 * line continues until it is complete. Skips unknown lines. Holds one thread, and the content of a
 * {@link ThreadDumpBuilder}, for answers of any length.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/share/services/diagnosticCommand.cpp">ThreadDumpDCmd</a>
 */
final class ThreadDumpReader {
    private static final int MOST_NAMES = 1000;
    private static final int LONGEST_FRAME = 1000;
    private static final int LONGEST_QUOTE = 80;

    private static final String STATE = "   java.lang.Thread.State: ";
    private static final String FRAME = "\tat ";
    private static final String LOCK = "\t- ";
    private static final String CARRYING = "   Carrying virtual thread ";
    private static final String MOUNTED = "   Mounted virtual thread ";
    private static final String END = "JNI global ref";
    private static final String DEADLOCK = "Found one Java-level deadlock:";
    private static final String STACKS = "Java stack information for the threads listed above:";

    /** "- waiting to lock &lt;0x00000000fc01f600&gt; (a java.lang.Object)". */
    private static final Pattern LOCK_LINE =
            Pattern.compile("\t- (\\D*)<0x([0-9a-f]{1,16})> \\(an? ([^)]*)\\)?");

    private static final Pattern NUMBER = Pattern.compile("#(\\d{1,18})");

    private final LineReader lines;
    private final ThreadDumpBuilder builder = new ThreadDumpBuilder();
    private final StringBuilder firstLine = new StringBuilder();
    private @Nullable PartialThread open;
    private @Nullable List<String> deadlock;
    private String firstWords = "";
    private boolean ended;

    private ThreadDumpReader(InputStream in) {
        lines = new LineReader(in);
    }

    /**
     * The result of parsing.
     *
     * @param replyBytes length of the answer
     */
    record Answer(ThreadDump.Content content, long replyBytes) {}

    /**
     * Reads an answer up to its end.
     *
     * @throws ThreadFormatException if it is not a complete thread dump
     */
    static Answer read(InputStream in) throws IOException, ThreadFormatException {
        return new ThreadDumpReader(in).readLines();
    }

    private Answer readLines() throws IOException, ThreadFormatException {
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            String text = line.get();
            if (!ended) {
                threadLine(text);
            } else {
                deadlockLine(text);
            }
        }
        if (!ended) {
            throw new ThreadFormatException(
                    lines.number(),
                    builder.isEmpty() && open == null
                            ? "not a thread dump, but: "
                                    + (firstWords.isEmpty() ? "(nothing)" : firstWords)
                            : "truncated: the line \"" + END + "…\" after the threads is missing");
        }
        return new Answer(builder.build(), lines.bytes());
    }

    private void threadLine(String line) {
        if (!firstLine.isEmpty()) {
            beginThread(line);
        } else if (line.startsWith("\"")) {
            close();
            firstLine.append('"');
            beginThread(line.substring(1));
        } else if (line.startsWith(END)) {
            close();
            ended = true;
        } else if (open != null) {
            bodyLine(open, line);
        } else if (firstWords.isEmpty() && !line.isBlank()) {
            firstWords = VisibleText.of(line, LONGEST_QUOTE);
        }
    }

    /**
     * Reads the lines of a header. A name longer than any line has no end, so its thread is only
     * counted.
     */
    private void beginThread(String line) {
        Optional<ThreadHeader> header = ThreadHeader.parse(firstLine, line);
        if (header.isPresent()) {
            open = new PartialThread(header.get());
            firstLine.setLength(0);
        } else if (firstLine.length() + line.length() >= LineReader.MAX_LINE_BYTES) {
            builder.omit();
            firstLine.setLength(0);
        } else {
            firstLine.append(line).append('\n');
        }
    }

    private static void bodyLine(PartialThread thread, String line) {
        if (line.startsWith(FRAME)) {
            thread.addFrame(frame(line.substring(FRAME.length())));
        } else if (line.startsWith(LOCK)) {
            lock(line).ifPresent(thread::addLock);
        } else if (line.startsWith(STATE)) {
            thread.state(state(line.substring(STATE.length())));
        } else if (line.startsWith(CARRYING)) {
            thread.carries(number(line));
        } else if (line.startsWith(MOUNTED)) {
            thread.beginsMounted(number(line));
        }
    }

    private void close() {
        PartialThread thread = open;
        open = null;
        if (thread != null) {
            thread.threads().forEach(builder::add);
        }
    }

    /** Removes the module and its version: "com.acme.Order.total(Order.java:17)". */
    private static String frame(String text) {
        int open = text.indexOf('(');
        int slash = open < 0 ? -1 : text.lastIndexOf('/');
        String plain =
                slash > open ? text.substring(0, open + 1) + text.substring(slash + 1) : text;
        return VisibleText.of(plain, LONGEST_FRAME);
    }

    private static Optional<Thread.State> state(String text) {
        int blank = text.indexOf(' ');
        return stateOf(blank < 0 ? text : text.substring(0, blank));
    }

    /** Finds the state of a name; empty if Java has none. */
    static Optional<Thread.State> stateOf(String word) {
        for (Thread.State state : Thread.State.values()) {
            if (state.name().equals(word)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }

    private static Optional<Long> number(String line) {
        Matcher number = NUMBER.matcher(line);
        return number.find() ? Optional.of(Long.parseLong(number.group(1))) : Optional.empty();
    }

    private static Optional<ThreadLock> lock(String line) {
        Matcher lock = LOCK_LINE.matcher(line);
        if (!lock.lookingAt()) {
            return Optional.empty(); // "- None", "- locked <no locals available>"
        }
        return relation(lock.group(1).strip())
                .map(
                        relation ->
                                new ThreadLock(
                                        relation,
                                        Long.parseUnsignedLong(lock.group(2), 16),
                                        VisibleText.of(lock.group(3), LONGEST_FRAME)));
    }

    private static Optional<ThreadLock.Relation> relation(String words) {
        return switch (words) {
            case "" -> Optional.of(ThreadLock.Relation.OWNED);
            case "locked" -> Optional.of(ThreadLock.Relation.LOCKED);
            case "waiting to lock", "waiting to re-lock in wait()" ->
                    Optional.of(ThreadLock.Relation.BLOCKED_ON);
            case "waiting on" -> Optional.of(ThreadLock.Relation.WAITING_ON);
            case "parking to wait for" -> Optional.of(ThreadLock.Relation.PARKED_ON);
            default -> Optional.empty(); // eliminated by the compiler, or not known
        };
    }

    /** Reads the names of a deadlock's threads, each a line "\"name\":", up to their stacks. */
    private void deadlockLine(String line) {
        List<String> names = deadlock;
        if (line.startsWith(DEADLOCK)) {
            deadlock = new ArrayList<>();
        } else if (names == null) {
            return;
        } else if (line.startsWith(STACKS)) {
            builder.addDeadlock(names);
            deadlock = null;
            firstLine.setLength(0);
        } else if (!firstLine.isEmpty() || line.startsWith("\"")) {
            firstLine.append(firstLine.isEmpty() ? "" : "\n").append(line);
            boolean whole = line.endsWith("\":") && firstLine.length() > 2; // not `":` alone
            if (whole && names.size() < MOST_NAMES) {
                String name = firstLine.substring(1, firstLine.length() - 2);
                names.add(ThreadHeader.shownName(name));
            }
            if (whole || firstLine.length() > LineReader.MAX_LINE_BYTES) {
                firstLine.setLength(0);
            }
        }
    }
}
