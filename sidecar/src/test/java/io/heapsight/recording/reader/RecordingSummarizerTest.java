/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.recording.RecordingSummary;
import io.heapsight.recording.RecordingSummary.Kind;
import io.heapsight.recording.RecordingSummary.Row;
import io.heapsight.recording.RecordingSummary.Table;
import io.heapsight.report.recording.RecordingSummaryReport;
import io.heapsight.unit.JdkTools;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the figures of a recording of a known program with the JDK's own {@code jfr view}. */
class RecordingSummarizerTest {
    private static final String PROGRAM = RecordedProgram.class.getName();

    @TempDir private static Path folder;
    private static Path file = Path.of("");
    private static Path data = Path.of("");
    private static RecordingSummary summary;

    @BeforeAll
    static void record() throws Exception {
        file = folder.resolve("known.jfr");
        data = Files.write(folder.resolve("orders.bin"), new byte[4096]);
        Process program =
                JdkTools.java(PROGRAM, data.toString(), file.toString()).inheritIO().start();
        assertThat(program.waitFor()).isZero();
        summary = RecordingSummarizer.read(file, Progress.SILENT);
    }

    private static Table table(Kind kind) {
        return table(summary, kind);
    }

    private static Table table(RecordingSummary of, Kind kind) {
        return of.tables().stream().filter(it -> it.kind() == kind).findFirst().orElseThrow();
    }

    @Test
    void hotMethodIsFirstWithItsSamples() throws Exception {
        Row first = table(Kind.HOT_METHODS).rows().getFirst();

        assertThat(first.name()).isEqualTo(PROGRAM + ".spin()");
        assertThat(first.count())
                .isEqualTo(number("hot-methods", PROGRAM + ".spin\\(\\)\\s+(\\d+)"));
        assertThat(share(first.count(), table(Kind.HOT_METHODS).count()))
                .isEqualTo(view("hot-methods", PROGRAM + ".spin\\(\\)\\s+\\d+\\s+([0-9.]+)%"));
    }

    @Test
    void allocationIsAttributedToClassAndSite() throws Exception {
        Table classes = table(Kind.ALLOCATION_BY_CLASS);
        Table sites = table(Kind.ALLOCATION_BY_SITE);
        Row longs = row(classes, "long[]");
        Row site = row(sites, PROGRAM + ".allocate()");

        assertThat(classes.rows().getFirst()).isEqualTo(longs);
        assertThat(sites.rows().getFirst()).isEqualTo(site);
        assertThat(share(longs.amount(), classes.amount()))
                .isEqualTo(view("allocation-by-class", "long\\[\\]\\s+([0-9.]+)%"));
        assertThat(share(site.amount(), sites.amount()))
                .isEqualTo(view("allocation-by-site", PROGRAM + ".allocate\\(\\)\\s+([0-9.]+)%"));
    }

    @Test
    void filesAreNamedWithTheirReads() throws Exception {
        Row read = row(table(Kind.FILE_READS_BY_PATH), data.toString());

        assertThat(read.amount()).isGreaterThanOrEqualTo(3 * 4096);
        assertThat(read.count()).isEqualTo(number("file-reads-by-path", "orders\\.bin\\s+(\\d+)"));
    }

    @Test
    void lockIsNamedByWaiterAndClass() {
        Row first = row(table(Kind.CONTENTION_BY_SITE), PROGRAM + ".enter() (java.lang.Object)");

        assertThat(first.count()).isPositive();
        assertThat(first.amount()).isGreaterThanOrEqualTo(first.most()).isPositive();
    }

    @Test
    void pausesAreCountedAndSummed() throws Exception {
        assertThat(table(Kind.GC_PAUSES).count())
                .isEqualTo(number("gc-pauses", "Number of Pauses:\\s+(\\d+)"));
    }

    @Test
    void callerOfSystemGcIsNamed() {
        Row call = row(table(Kind.SYSTEM_GC_BY_SITE), PROGRAM + ".collect()");

        assertThat(call.count()).isEqualTo(1);
        assertThat(call.amount()).isPositive();
    }

    @Test
    void handshakesAreNoSafepoints() throws Exception {
        RecordingSummary recorded =
                recorded(
                        recording -> recording.enable(Operation.class).withoutThreshold(),
                        () -> {
                            new Operation("HandshakeAllThreads", false).commit();
                            new Operation("ThreadDump", true).commit();
                        });

        assertThat(table(recorded, Kind.VM_OPERATIONS).rows())
                .extracting(Row::name)
                .containsExactly("ThreadDump");
    }

    /** Looks like the JVM's own event. */
    @Name("jdk.ExecuteVMOperation")
    @SuppressWarnings("unused") // Flight Recorder reads the fields
    private static final class Operation extends Event {
        private final String operation;
        private final boolean safepoint;

        Operation(String operation, boolean safepoint) {
            this.operation = operation;
            this.safepoint = safepoint;
        }
    }

    /** The JDK commits three events for each. */
    @Test
    void eachErrorCountsOnce() throws Exception {
        RecordingSummary thrown =
                recorded(
                        recording -> {
                            recording.enable("jdk.JavaErrorThrow");
                            recording.enable("jdk.JavaExceptionThrow").with("throttle", "off");
                        },
                        () -> {
                            for (int i = 0; i < 5; i++) {
                                raise(new KnownError());
                                raise(new KnownException());
                                raise(new KnownException());
                            }
                        });

        assertThat(row(table(thrown, Kind.EXCEPTION_BY_TYPE), KnownError.class.getName()).count())
                .isEqualTo(5);
        assertThat(
                        row(table(thrown, Kind.EXCEPTION_BY_TYPE), KnownException.class.getName())
                                .count())
                .isEqualTo(10);
        assertThat(table(thrown, Kind.EXCEPTION_BY_SITE).count())
                .isEqualTo(table(thrown, Kind.EXCEPTION_BY_TYPE).count());
        assertThat(thrown.notes()).isEmpty();
    }

    @Test
    void sampleOfTheExceptionsIsNoted() throws Exception {
        RecordingSummary thrown =
                recorded(
                        recording -> {
                            recording.enable("jdk.JavaExceptionThrow").with("throttle", "100/s");
                            recording
                                    .enable("jdk.ExceptionStatistics")
                                    .withPeriod(Duration.ofMillis(10));
                        },
                        () -> {
                            for (int i = 0; i < 300; i++) {
                                for (int k = 0; k < 100; k++) {
                                    raise(new KnownException());
                                }
                                RecordedProgram.hot(Duration.ofMillis(1));
                            }
                        });

        assertThat(thrown.notes())
                .singleElement()
                .asString()
                .matches("The recording samples exceptions: it has \\d+ of [\\d,]+\\.");
    }

    private static final class KnownError extends Error {
        private static final long serialVersionUID = 1;

        KnownError() {
            super("known");
        }
    }

    private static final class KnownException extends Exception {
        private static final long serialVersionUID = 1;

        KnownException() {
            super("known");
        }
    }

    private static void raise(Throwable throwable) {
        RecordedProgram.escaped = throwable;
    }

    private interface Body {
        void run() throws Exception;
    }

    private static RecordingSummary recorded(Consumer<Recording> settings, Body body)
            throws Exception {
        Path to = Files.createTempFile(folder, "own", ".jfr");
        try (Recording recording = new Recording()) {
            settings.accept(recording);
            recording.start();
            body.run();
            recording.stop();
            recording.dump(to);
        }
        return RecordingSummarizer.read(to, Progress.SILENT);
    }

    @Test
    void oldObjectsNameTheStaticFieldThatHoldsThem() {
        assertThat(summary.oldObjects())
                .anySatisfy(
                        old -> {
                            assertThat(old.className()).isEqualTo("byte[]");
                            assertThat(old.path()).contains(PROGRAM + ".LEAK (static)");
                        });
    }

    @Test
    void pathThroughATreeIsOneStep() {
        assertThat(summary.oldObjects())
                .anySatisfy(
                        old -> {
                            assertThat(old.className()).isEqualTo("char[]");
                            assertThat(old.path())
                                    .startsWith(
                                            "java.util.TreeMap$Entry.left|right|value",
                                            "java.util.TreeMap.root",
                                            PROGRAM + ".TREE (static)");
                        });
    }

    @Test
    void textHasLinesOf80ColumnsAndNamesTheHotMethod() {
        String text = new RecordingSummaryReport(summary, 10).text();

        assertThat(text.lines())
                .filteredOn(line -> !line.matches(" +(held by )?\\S+")) // a name can't be wrapped
                .allSatisfy(line -> assertThat(line.length()).isLessThan(81));
        assertThat(text).contains("RecordedProgram.spin()");
    }

    @Test
    void foreignFileIsAProblem() throws IOException {
        Path cut = Files.write(folder.resolve("none.jfr"), "FLR\0".getBytes(UTF_8));

        assertThat(problemOf(cut)).isEqualTo("The file is not a readable recording");
    }

    private static String problemOf(Path recording) throws IOException {
        try {
            return RecordingSummarizer.read(recording, Progress.SILENT).notes().toString();
        } catch (ProblemException e) {
            return e.problem().title();
        }
    }

    private static Row row(Table table, String name) {
        return table.rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + table));
    }

    private static String share(long part, long whole) {
        return String.format(Locale.ROOT, "%.2f", 100.0 * part / whole);
    }

    private static long number(String view, String pattern) throws Exception {
        return Long.parseLong(view(view, pattern));
    }

    private static String view(String view, String pattern) throws Exception {
        Process jfr =
                JdkTools.tool("jfr", "view", "--width", "250", view, file.toString())
                        .redirectErrorStream(true)
                        .start();
        String shown = new String(jfr.getInputStream().readAllBytes(), UTF_8);
        Matcher found = Pattern.compile(pattern).matcher(shown);
        assertThat(found.find()).as("%s in %s", pattern, shown).isTrue();
        return found.group(1);
    }
}
