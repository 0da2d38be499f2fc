/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import io.heapsight.recording.JmcRuleVerdicts;
import io.heapsight.recording.JmcRuleVerdicts.Severity;
import io.heapsight.recording.JmcRuleVerdicts.Verdict;
import io.heapsight.recording.RecordingSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Progress;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/**
 * Judges a recording by JDK Mission Control's rules. Its loader holds all events in memory, so the
 * rules cover only as many of the newest chunks as fit into the Java heap.
 */
public final class JmcRuleEvaluator {
    /** The time limit, sufficient on a slow machine. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** Java heap for the program and the rules themselves. */
    private static final long HEAP_BESIDE = 16L << 20;

    /** Java heap per byte of a recording; 7 to 9.2 were measured. */
    private static final int HEAP_PER_BYTE = 10;

    /** Referenced because the levels of unreferenced loggers are lost. */
    private static final Logger LOGGER = Logger.getLogger("org.openjdk.jmc");

    static {
        LOGGER.setLevel(Level.OFF);
    }

    private final Path file;
    private final long bytes;
    private final long deadline;

    private JmcRuleEvaluator(Path file, long bytes, Duration longest) {
        this.file = file;
        this.bytes = bytes;
        deadline = System.nanoTime() + longest.toNanos();
    }

    /**
     * Runs the rules on a summarised recording; obstacles become a note.
     *
     * @param summary whether all of it could be read: JDK Mission Control's loader may loop
     *     endlessly on a damaged recording
     */
    public static JmcRuleVerdicts read(Path file, RecordingSummary summary, Progress progress) {
        long heap = Runtime.getRuntime().maxMemory();
        return read(file, summary, progress, Math.max(0, heap - HEAP_BESIDE) / HEAP_PER_BYTE);
    }

    /** Runs the rules on at most this many bytes of the recording. */
    static JmcRuleVerdicts read(
            Path file, RecordingSummary summary, Progress progress, long mostBytes) {
        if (!summary.isWhole()) {
            return JmcRuleVerdicts.leftOut("not all of the recording could be read.");
        }
        progress.at("running JDK Mission Control's rules", 0, 0);
        JmcRuleEvaluator reader = new JmcRuleEvaluator(file, summary.bytes(), LONGEST);
        try {
            return reader.read(mostBytes);
        } catch (IOException | ExecutionException _) {
            return JmcRuleVerdicts.leftOut("JDK Mission Control can't load this recording.");
        } catch (OutOfMemoryError _) {
            return JmcRuleVerdicts.leftOut(reader.tooLong());
        } catch (TimeoutException _) {
            return JmcRuleVerdicts.leftOut(
                    "loading it took longer than %d minutes.".formatted(LONGEST.toMinutes()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private JmcRuleVerdicts read(long mostBytes)
            throws IOException, ExecutionException, TimeoutException, InterruptedException {
        NewestChunks chunks = NewestChunks.within(file, mostBytes);
        if (chunks.bytes() == 0) {
            return JmcRuleVerdicts.leftOut(tooLong());
        }
        FutureTask<Map<IRule, Future<IResult>>> judging =
                new FutureTask<>(
                        () ->
                                RulesToolkit.evaluateParallel(
                                        RuleRegistry.getRules(), load(chunks), null, 1));
        // Threads that it starts for the rules are daemons, too.
        Thread.ofPlatform().daemon().name("rules").start(judging);
        List<Verdict> verdicts = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (Map.Entry<IRule, Future<IResult>> each : results(judging).entrySet()) {
            IRule rule = each.getKey();
            try {
                verdict(rule, await(each.getValue())).ifPresent(verdicts::add);
            } catch (TimeoutException _) {
                failed.add(failed(rule, "took too long"));
            } catch (ExecutionException | RuntimeException | Error e) {
                failed.add(failed(rule, isOutOfMemory(e) ? "had too little memory" : "failed"));
            }
        }
        verdicts.sort(
                Comparator.comparing(Verdict::severity)
                        .thenComparingDouble(it -> -it.score().orElse(-1.0))
                        .thenComparing(Verdict::id));
        failed.sort(Comparator.naturalOrder());
        return new JmcRuleVerdicts(verdicts, failed, partly(chunks));
    }

    private IItemCollection load(NewestChunks chunks)
            throws IOException, CouldNotLoadRecordingException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            in.skipNBytes(chunks.start());
            return JfrLoaderToolkit.loadEvents(in);
        }
    }

    private Map<IRule, Future<IResult>> results(Future<Map<IRule, Future<IResult>>> judging)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return await(judging);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OutOfMemoryError error) {
                throw error;
            }
            throw e;
        } catch (TimeoutException e) {
            judging.cancel(true);
            endWith(Thread.currentThread());
            throw e;
        }
    }

    private <T> T await(Future<T> future)
            throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /**
     * Ends the process with its main thread: a loader's thread in an endless loop is not a daemon
     * and would keep it alive.
     */
    private static void endWith(Thread main) {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                main.join();
                                Runtime.getRuntime().halt(0);
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    private static boolean isOutOfMemory(Throwable thrown) {
        return thrown instanceof OutOfMemoryError || thrown.getCause() instanceof OutOfMemoryError;
    }

    private static String failed(IRule rule, String how) {
        return "%s (%s): %s".formatted(rule.getName(), rule.getId(), how);
    }

    /** Converts a result; empty if the rule does not apply. */
    private static Optional<Verdict> verdict(IRule rule, IResult result) {
        return switch (result.getSeverity()) {
            case NA, IGNORE -> Optional.empty();
            case WARNING -> Optional.of(verdict(rule, result, Severity.WARNING));
            case INFO -> Optional.of(verdict(rule, result, Severity.INFORMATION));
            case OK -> Optional.of(verdict(rule, result, Severity.OK));
        };
    }

    private static Verdict verdict(IRule rule, IResult result, Severity severity) {
        return new Verdict(
                rule.getId(),
                rule.getName(),
                rule.getTopic(),
                severity,
                score(result.getResult(TypedResult.SCORE)),
                text(result, result.getSummary()).orElse(""),
                text(result, result.getExplanation()),
                text(result, result.getSolution()));
    }

    private static Optional<Double> score(@Nullable IQuantity score) {
        return Optional.ofNullable(score).map(IQuantity::doubleValue).filter(Double::isFinite);
    }

    private static Optional<String> text(IResult result, @Nullable String template) {
        return Optional.ofNullable(template)
                .map(JmcRuleTexts::ofTemplate)
                .map(it -> ResultToolkit.populateMessage(result, it, false))
                .map(JmcRuleTexts::ofSentence)
                .filter(it -> !it.isEmpty());
    }

    private Optional<String> partly(NewestChunks chunks) {
        if (chunks.start() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                "Covers only the newest %s of the recording, which fit into %s of Java heap. "
                                .formatted(
                                        new ByteSize(chunks.bytes()),
                                        new ByteSize(Runtime.getRuntime().maxMemory()))
                        + allOfIt());
    }

    private String tooLong() {
        return "a chunk of the recording does not fit into %s of Java heap. "
                        .formatted(new ByteSize(Runtime.getRuntime().maxMemory()))
                + allOfIt();
    }

    private String allOfIt() {
        long heap = Runtime.getRuntime().maxMemory();
        long expected = HEAP_BESIDE + HEAP_PER_BYTE * bytes;
        long needed = expected > heap ? expected : 2 * heap; // unexpected: it should fit
        return "With more Java heap the rules cover all of it: _JAVA_OPTIONS=-Xmx%dm heapsight jfr summary FILE."
                .formatted((needed >> 20) + 1);
    }
}
