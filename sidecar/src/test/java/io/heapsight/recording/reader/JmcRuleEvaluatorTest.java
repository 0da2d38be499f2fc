/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.recording.JmcRuleVerdicts;
import io.heapsight.recording.JmcRuleVerdicts.Severity;
import io.heapsight.recording.JmcRuleVerdicts.Verdict;
import io.heapsight.recording.RecordingSummary;
import io.heapsight.report.recording.RecordingSummaryReport;
import io.heapsight.unit.JdkTools;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** Compares verdicts with those of JDK Mission Control on the same file. */
class JmcRuleEvaluatorTest {
    private static final int START_POSITION = 32;
    private static final String PROGRAM = RecordedProgram.class.getName();

    @TempDir private static Path folder;

    private static Path file = Path.of("");
    private static RecordingSummary summary;
    private static JmcRuleVerdicts verdicts;

    @BeforeAll
    static void record() throws Exception {
        file = folder.resolve("known.jfr");
        Path data = Files.write(folder.resolve("orders.bin"), new byte[4096]);
        Process program =
                JdkTools.java("-Dpassword=no", PROGRAM, data.toString(), file.toString())
                        .inheritIO()
                        .start();
        assertThat(program.waitFor()).isZero();
        summary = RecordingSummarizer.read(file, Progress.SILENT);
        verdicts = JmcRuleEvaluator.read(file, summary, Progress.SILENT, Long.MAX_VALUE);
    }

    @Test
    void severitiesAndScoresEqualMissionControl() throws Exception {
        Map<String, String> theirs = new TreeMap<>();
        for (Map.Entry<IRule, Future<IResult>> each :
                RulesToolkit.evaluateParallel(
                                RuleRegistry.getRules(),
                                JfrLoaderToolkit.loadEvents(file.toFile()),
                                null,
                                0)
                        .entrySet()) {
            judged(each.getValue()).ifPresent(words -> theirs.put(each.getKey().getId(), words));
        }
        Map<String, String> ours =
                verdicts.verdicts().stream()
                        .collect(
                                Collectors.toMap(
                                        Verdict::id,
                                        it ->
                                                switch (it.severity()) {
                                                            case WARNING -> "WARNING";
                                                            case INFORMATION -> "INFO";
                                                            case OK -> "OK";
                                                        }
                                                        + " "
                                                        + it.score().orElse(null)));

        assertThat(ours).hasSizeGreaterThan(20).isEqualTo(theirs);
        assertThat(verdicts.note()).isEmpty();
    }

    private static Optional<String> judged(Future<IResult> future) throws InterruptedException {
        try {
            IResult result = future.get();
            var score = result.getResult(TypedResult.SCORE);
            return switch (result.getSeverity()) {
                case NA, IGNORE -> Optional.empty();
                case OK, INFO, WARNING ->
                        Optional.of(
                                result.getSeverity()
                                        + " "
                                        + (score == null ? null : score.doubleValue()));
            };
        } catch (ExecutionException _) {
            return Optional.empty();
        }
    }

    @Test
    void mostSevereComeFirst() {
        assertThat(verdicts.verdicts())
                .isSortedAccordingTo(
                        Comparator.comparing(Verdict::severity)
                                .thenComparingDouble(it -> -it.score().orElse(-1.0))
                                .thenComparing(Verdict::id));
        assertThat(verdicts.verdicts())
                .extracting(Verdict::severity)
                .contains(Severity.INFORMATION, Severity.OK);
    }

    @Test
    void mostAllocatedClassIsNamed() {
        Verdict allocation =
                verdicts.verdicts().stream()
                        .filter(it -> it.id().equals("Allocations.class"))
                        .findFirst()
                        .orElseThrow();

        assertThat(allocation.summary())
                .contains("'long[]'", PROGRAM + ".allocate()")
                .doesNotContain("''", "<p>", "&");
        assertThat(allocation.explanation().orElseThrow()).startsWith("Frequently allocated types");
    }

    @Test
    void textNamesTheMostSevereInLinesOf80Columns() {
        String text = new RecordingSummaryReport(summary.with(verdicts), 10).text();

        assertThat(text).contains("Verdicts of JDK Mission Control's rules", "Allocated Classes");
        assertThat(text.lines().filter(line -> !line.contains("RecordedProgram")))
                .filteredOn(line -> !line.matches(" +(held by )?\\S+")) // a name can't be wrapped
                .allSatisfy(line -> assertThat(line.length()).isLessThan(81));
    }

    @Test
    void newestChunksOfALongRecordingAreJudged() throws IOException, ProblemException {
        byte[] older = few();
        byte[] newest = few();
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(older);
        both.writeBytes(newest);
        Path chunks = Files.write(folder.resolve("chunks.jfr"), both.toByteArray());
        Path last = Files.write(folder.resolve("last.jfr"), newest);

        JmcRuleVerdicts partly =
                JmcRuleEvaluator.read(
                        chunks, read(chunks), Progress.SILENT, older.length + newest.length - 1);
        JmcRuleVerdicts whole =
                JmcRuleEvaluator.read(last, read(last), Progress.SILENT, newest.length);

        assertThat(partly.verdicts()).isNotEmpty().isEqualTo(whole.verdicts());
        assertThat(partly.note().orElseThrow())
                .startsWith("Covers only the newest ")
                .containsPattern("_JAVA_OPTIONS=-Xmx\\d+m heapsight jfr summary FILE");
        assertThat(whole.note()).isEmpty();
        assertThat(NewestChunks.within(chunks, newest.length))
                .isEqualTo(new NewestChunks(older.length, newest.length));
        assertThat(NewestChunks.within(chunks, both.size()).start()).isZero();
    }

    @Test
    void oversizedChunkIsSkippedWithTheSettingToChange() {
        JmcRuleVerdicts none =
                JmcRuleEvaluator.read(file, summary, Progress.SILENT, summary.bytes() - 1);

        assertThat(none.verdicts()).isEmpty();
        assertThat(none.note().orElseThrow())
                .startsWith("Skipped: a chunk of the recording does not fit into ")
                .contains("_JAVA_OPTIONS=-Xmx");
    }

    @Test
    void damagedRecordingIsNotJudged() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        ByteArrayOutputStream cut = new ByteArrayOutputStream();
        cut.writeBytes(bytes);
        cut.writeBytes(Arrays.copyOf(bytes, 1_000));
        Path damaged = Files.write(folder.resolve("cut.jfr"), cut.toByteArray());

        JmcRuleVerdicts none = JmcRuleEvaluator.read(damaged, read(damaged), Progress.SILENT);

        assertThat(none.note()).hasValue("Skipped: not all of the recording could be read.");
    }

    @Test
    void childWithTooLittleHeapKeepsTablesAndNamesTheMissingMemory() throws Exception {
        Path longOne = Files.write(folder.resolve("long.jfr"), copies(40));
        Process child =
                JdkTools.java("-Xmx24m", VerdictsInLittleHeap.class.getName(), longOne.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = new String(child.getInputStream().readAllBytes(), UTF_8);

        assertThat(child.waitFor()).isZero();
        assertThat(said).startsWith("Skipped: a chunk of the recording does not fit into ");
        assertThat(said).contains("_JAVA_OPTIONS=-Xmx");
    }

    /** Sets different start times: Mission Control reads no chunk twice. */
    private static byte[] copies(int count) throws IOException {
        ByteBuffer chunk = ByteBuffer.wrap(Files.readAllBytes(file));
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            chunks.writeBytes(chunk.array());
            chunk.putLong(START_POSITION, chunk.getLong(START_POSITION) + 1);
        }
        return chunks.toByteArray();
    }

    /** Requests the whole recording despite a too small heap. */
    static final class VerdictsInLittleHeap {
        private VerdictsInLittleHeap() {}

        public static void main(String[] files) throws IOException, ProblemException {
            Path recording = Path.of(files[0]);
            JmcRuleVerdicts none =
                    JmcRuleEvaluator.read(
                            recording, read(recording), Progress.SILENT, Long.MAX_VALUE);
            System.out.print(none.note().orElse("judged"));
        }
    }

    private static RecordingSummary read(Path recording) throws IOException, ProblemException {
        return RecordingSummarizer.read(recording, Progress.SILENT);
    }

    private static byte[] few() throws IOException {
        Path few = folder.resolve("few.jfr");
        RecordedProgram.recordFew(few);
        return Files.readAllBytes(few);
    }
}
