/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.unit.Problem;
import io.heapsight.unit.Progress;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The messages of a child process to its parent on standard output, in lines of tab-separated
 * fields:
 *
 * <pre>
 * at  PHASE  DONE  TOTAL
 * sha256  DIGEST
 * plan  NUMBERS
 * problem  KIND  TITLE  DETAIL  REMEDY
 * answer  LENGTH
 * </pre>
 *
 * LENGTH bytes follow the {@code answer} line.
 */
public final class ChildProtocol {
    private static final String AT = "at";
    private static final String SHA256 = "sha256";
    private static final String PLAN = "plan";
    private static final String PROBLEM = "problem";
    private static final String ANSWER = "answer";
    private static final String DIGITS = "[0-9]{1,9}";

    /**
     * Minimum time between lines, because several pieces of a phase may be done in a millisecond.
     */
    private static final long NANOS_BETWEEN = 100_000_000;

    private ChildProtocol() {}

    /**
     * The child's side of progress: at most ten lines a second, plus the first line of each phase.
     */
    public static Progress progressTo(PrintStream out) {
        return new Progress() {
            private String lastPhase = "";
            private long saidAt;

            @Override
            public synchronized void at(String phase, long done, long total) {
                long now = System.nanoTime();
                if (phase.equals(lastPhase) && now - saidAt < NANOS_BETWEEN) {
                    return;
                }
                lastPhase = phase;
                saidAt = now;
                say(out, AT, phase, Long.toString(done), Long.toString(total));
            }
        };
    }

    /** The child's side of the file's digest. */
    public static void digest(PrintStream out, String sha256) {
        say(out, SHA256, sha256);
    }

    /** The child's side of a dump's plan. */
    public static void plan(PrintStream out, String numbers) {
        say(out, PLAN, numbers);
    }

    /** The child's side of a failure. */
    public static void fail(PrintStream out, Problem problem) {
        say(
                out,
                PROBLEM,
                problem.kind().name(),
                problem.title(),
                problem.detail(),
                problem.remedy());
    }

    /** The child's side of an answer. */
    public static void answer(PrintStream out, byte[] bytes) {
        say(out, ANSWER, Integer.toString(bytes.length));
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    /**
     * The parent's side: number of answer bytes after a line; empty if the line announces no
     * answer.
     */
    static Optional<Integer> answerBytes(String line) {
        String[] fields = line.split("\t", -1);
        return fields[0].equals(ANSWER) && fields.length == 2 && fields[1].matches(DIGITS)
                ? Optional.of(Integer.valueOf(fields[1]))
                : Optional.empty();
    }

    private static void say(PrintStream out, String... fields) {
        StringBuilder line = new StringBuilder();
        for (String field : fields) {
            line.append(line.isEmpty() ? "" : "\t").append(field.replaceAll("[\\t\\n\\r]", " "));
        }
        out.println(line);
        out.flush();
    }

    /** The parent's side: parses one line; returns the problem in it, if any. */
    static Optional<Problem> hear(String line, Progress progress, Consumer<String> result) {
        String[] fields = line.split("\t", -1);
        if (fields[0].equals(AT) && fields.length == 4) {
            progress.at(fields[1], Long.parseLong(fields[2]), Long.parseLong(fields[3]));
        } else if ((fields[0].equals(SHA256) || fields[0].equals(PLAN)) && fields.length == 2) {
            result.accept(fields[1]);
        } else if (fields[0].equals(PROBLEM) && fields.length == 5) {
            return Optional.of(
                    new Problem(Problem.Kind.valueOf(fields[1]), fields[2], fields[3], fields[4]));
        }
        return Optional.empty();
    }
}
