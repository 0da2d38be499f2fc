/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mutated inputs of one reader. Each must soon end in a result or in an error message that its user
 * can act on. A failure shows the seed and the input.
 *
 * <p>{@code -Dmutants=1000000 -Dmutants.first=10000} runs more and other seeds.
 */
public final class Mutants {
    private static final int COUNT = Integer.getInteger("mutants", 1_000);
    private static final long FIRST = Long.getLong("mutants.first", 0);

    /** Limit of CPU time per mutant, which does not vary with the load of the machine. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MOST_SHOWN = 4000;

    /** Words that mean nothing to a user: names from Java and library messages about bugs. */
    private static final Pattern JAVA_WORDS =
            Pattern.compile(
                    "\\b(?:java|javax|jdk|sun|com\\.fasterxml|org\\.snakeyaml|io\\.heapsight|io\\.vertx)"
                            + "\\.[\\w.$]+|\\b\\w*(?:Exception|Error)\\b|\\b[A-Z]\\w*\\.\\w+\\(\\)"
                            + "|(?<!')\\bnull\\b|out of bounds for length|For input string"
                            + "|(?:integer|long|BigInteger|BigDecimal) \\w*flow");

    /** Creates a mutated copy; the same for the same seed. */
    @FunctionalInterface
    public interface Spoiler {
        byte[] spoil(byte[] good, long seed);
    }

    /** Reads an input and uses the result. */
    @FunctionalInterface
    public interface Reader {
        void read(byte[] input) throws Exception;
    }

    private final List<byte[]> good;
    private final Spoiler spoiler;

    private Mutants(List<byte[]> good, Spoiler spoiler) {
        this.good = List.copyOf(good);
        this.spoiler = spoiler;
    }

    /** Mutates binary inputs. */
    public static Mutants of(List<byte[]> good) {
        return new Mutants(good, Mutation::of);
    }

    /** Mutates with a custom mutation. */
    public static Mutants of(List<byte[]> good, Spoiler spoiler) {
        return new Mutants(good, spoiler);
    }

    /** Mutates texts. */
    public static Mutants ofTexts(List<String> good) {
        return new Mutants(
                good.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList(),
                Mutation::ofText);
    }

    /** Requires every mutant to be read: the reader skips unknown parts. */
    public void areRead(Reader reader) {
        assertThat(refused(reader, List.of())).isZero();
    }

    /** Requires both accepted and refused mutants. */
    public void areReadOrRefused(Reader reader, List<Class<? extends Exception>> refusals) {
        assertThat(refused(reader, refusals)).isBetween(COUNT / 50, COUNT * 49 / 50);
    }

    private int refused(Reader reader, List<Class<? extends Exception>> refusals) {
        AtomicLong seed = new AtomicLong(FIRST);
        return assertTimeoutPreemptively(
                LONGEST.plusMillis(60L * COUNT),
                () -> {
                    int refused = 0;
                    for (; seed.get() < FIRST + COUNT; seed.incrementAndGet()) {
                        refused += refuses(reader, seed.get(), refusals) ? 1 : 0;
                    }
                    return refused;
                },
                () -> "not done in time, at the mutant of seed " + seed);
    }

    private boolean refuses(Reader reader, long seed, List<Class<? extends Exception>> refusals) {
        byte[] mutant = spoiler.spoil(good.get((int) (seed % good.size())), seed);
        long began = THREADS.getCurrentThreadCpuTime();
        boolean refused = false;
        try {
            reader.read(mutant);
        } catch (Exception | Error e) {
            // Subclasses fail: NumberFormatException is no refusal of ours.
            if (!refusals.contains(e.getClass())) {
                throw new AssertionError(e + " for the " + told(mutant, seed), e);
            }
            assertThat(unfit(words((Exception) e), mutant)).as(told(mutant, seed)).isEmpty();
            refused = true;
        }
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - began))
                .as(() -> told(mutant, seed))
                .isLessThan(LONGEST);
        return refused;
    }

    private static String words(Exception refusal) {
        return refusal instanceof ProblemException e
                ? e.problem().title() + "\n" + e.problem().detail() + "\n" + e.problem().remedy()
                : String.valueOf(refusal.getMessage());
    }

    /** The part of a message that neither its user nor the input wrote. */
    private static String unfit(String message, byte[] mutant) {
        Matcher words = JAVA_WORDS.matcher(message);
        String input = new String(mutant, StandardCharsets.UTF_8);
        while (words.find()) {
            if (!input.contains(words.group())) {
                return message;
            }
        }
        return message.isBlank() ? "no message" : "";
    }

    private static String told(byte[] mutant, long seed) {
        String text = VisibleText.of(new String(mutant, StandardCharsets.UTF_8));
        String shown = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
        return "mutant of seed " + seed + ": " + shown;
    }
}
