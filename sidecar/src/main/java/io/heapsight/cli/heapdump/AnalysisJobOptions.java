/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.SizeConverter;
import io.heapsight.cli.store.SummaryUpload;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code analyze} for a container that analyses one dump and ends. */
final class AnalysisJobOptions {
    @Option(
            names = "--upload-summary",
            description =
                    "with a URL: upload ID.summary.json, .html and .txt beside the dump; with"
                            + " --keep-index the index, too, if memory suffices")
    private boolean uploadSummary;

    @Option(
            names = "--disk",
            paramLabel = "SIZE",
            description =
                    "size of the container's volume for --work-dir, such as 20g: if --keep-index"
                            + " may exceed it, there is no index",
            converter = SizeConverter.class)
    private @Nullable ByteSize disk;

    @Option(
            names = "--termination-message",
            paramLabel = "FILE",
            description = "write the findings to FILE, such as /dev/termination-log")
    private Optional<Path> message = Optional.empty();

    @Option(names = "--log-progress", description = "log the progress to standard error")
    private boolean logProgress;

    /** Returns the console that shows progress as requested. */
    Console console(Console console) {
        return logProgress ? console.loggingProgress() : console;
    }

    /** Returns the size of the volume; Long.MAX_VALUE if unlimited. */
    long diskBytes() {
        return disk == null ? Long.MAX_VALUE : disk.bytes();
    }

    /** Returns whether an option needs a summary. */
    boolean needsSummary() {
        return uploadSummary || message.isPresent();
    }

    /** Returns the number of rows that the analysis must find. */
    int rows(int shown) {
        return uploadSummary ? Math.max(shown, SummaryUpload.ROWS) : shown;
    }

    /** Returns the upload; empty if not requested. */
    Optional<SummaryUpload> upload(String dump, Console console) throws ProblemException {
        return uploadSummary
                ? Optional.of(SummaryUpload.beside(dump, console, System.getenv()))
                : Optional.empty();
    }

    /** Writes the termination message, if requested. */
    void write(HeapSummary summary) throws IOException, ProblemException {
        if (message.isPresent()) {
            new TerminationMessage(summary).writeTo(message.get());
        }
    }
}
