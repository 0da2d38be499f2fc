/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.report.Report;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code heapsight explorer-child}: a child process of the sidecar that answers queries about a
 * stored dump. Reads the arguments of {@code heapsight heap}, one line of tab-separated fields per
 * query, and answers by {@link ChildProtocol}. Ends with its parent, or after an idle time, to free
 * its memory.
 */
@Command(name = "explorer-child", hidden = true, description = "Started by the sidecar.")
public final class ExplorerChildCommand implements Callable<Integer> {
    private static final Duration IDLE = Duration.ofMinutes(1);

    /** Maximum size of an answer, which the sidecar holds in its small Java heap. */
    private static final int MOST_BYTES = 512 << 10;

    @Option(names = "--max-memory", required = true)
    private long maxMemory;

    @Option(names = "--work-dir", required = true)
    private Path workDirectory = Path.of("");

    private final PrintStream out;
    private final BlockingQueue<String> questions = new LinkedBlockingQueue<>();
    private @Nullable HeapExplorer explorer;
    private Path explored = Path.of("");

    public ExplorerChildCommand(Console console) {
        out = console.out();
    }

    @Override
    public Integer call() throws InterruptedException {
        ChildStartup.become(questions::add);
        String line = next();
        while (line != null) {
            try {
                ChildProtocol.answer(out, answer(line));
            } catch (ProblemException e) {
                ChildProtocol.fail(out, e.problem());
            }
            line = next();
        }
        close();
        return ExitCode.DONE;
    }

    private @Nullable String next() throws InterruptedException {
        return questions.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private byte[] answer(String line) throws ProblemException {
        HeapCommandArguments arguments = HeapCommandArguments.of(List.of(line.split("\t", -1)));
        DumpProblems problems = new DumpProblems(Path.of(arguments.file()));
        problems.check();
        return problems.during(
                () -> bytes(arguments.question().ask(explorerOf(arguments)), arguments));
    }

    private HeapExplorer explorerOf(HeapCommandArguments arguments)
            throws IOException, ProblemException {
        Path file = Path.of(arguments.file());
        if (explorer != null && explored.equals(file)) {
            return explorer;
        }
        close();
        String name = String.valueOf(file.getFileName());
        HeapExplorer opened =
                HeapExplorer.open(
                        new AnalysisRequest(
                                file,
                                new ByteSize(maxMemory),
                                arguments.top(),
                                HeapFlags.NONE,
                                AnalysisRequest.Scope.EVERYTHING,
                                Optional.empty(),
                                arguments.revealStrings(),
                                workDirectory),
                        HeapExplorer.indexOf(file),
                        "POST /heapdumps/%s/analysis creates it again."
                                .formatted(name.substring(0, name.indexOf('.'))));
        explorer = opened;
        explored = file;
        return opened;
    }

    private static byte[] bytes(Report report, HeapCommandArguments arguments)
            throws IOException, ProblemException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Console into =
                new Console(new PrintStream(bytes, false, StandardCharsets.UTF_8), System.err);
        into.print(report, arguments.format());
        into.out().flush();
        if (bytes.size() > MOST_BYTES) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The answer is too long",
                    "%s; the sidecar sends at most %s."
                            .formatted(new ByteSize(bytes.size()), new ByteSize(MOST_BYTES)),
                    "Ask for fewer rows (?top=20), or download the dump and run heapsight heap"
                            + " on it.");
        }
        return bytes.toByteArray();
    }

    private void close() {
        if (explorer != null) {
            explorer.close();
            explorer = null;
        }
    }
}
