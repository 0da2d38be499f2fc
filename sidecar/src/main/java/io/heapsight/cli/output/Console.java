/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.report.Report;
import io.heapsight.report.section.TerminalEscapingWriter;
import io.heapsight.unit.Problem;
import io.heapsight.unit.VisibleText;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The output of a command: results go to {@code out}, everything else to {@code err}.
 *
 * @param out standard output
 * @param err standard error
 * @param terminal the capabilities of {@code out}
 * @param logsProgress whether progress is printed as log lines, even without a terminal
 */
public record Console(PrintStream out, PrintStream err, Terminal terminal, boolean logsProgress) {
    /** Creates a console that is not a terminal. */
    public Console(PrintStream out, PrintStream err) {
        this(out, err, Terminal.NONE, false);
    }

    /** The console of this process. */
    public static Console ofProcess(Map<String, String> environment) {
        return new Console(
                System.out, System.err, Terminal.of(processPrintsToTerminal(), environment), false);
    }

    /**
     * Returns whether standard output is a terminal. On macOS, which has no {@code /proc}, queries
     * the JDK. Always false on Windows, which may not support escape sequences.
     */
    private static boolean processPrintsToTerminal() {
        String link = linkOf(1);
        java.io.Console console =
                link.isEmpty() && File.separatorChar == '/' ? System.console() : null;
        return isTerminal(link) || (console != null && console.isTerminal());
    }

    /** Returns this console with results on another stream, which is not a terminal. */
    public Console printingTo(PrintStream stream) {
        return stream.equals(out) ? this : new Console(stream, err);
    }

    /** A document that can be written. */
    @FunctionalInterface
    public interface Document {
        void write(Writer out) throws IOException;
    }

    /** Returns this console with progress as log lines. */
    public Console loggingProgress() {
        return new Console(out, err, terminal, true);
    }

    /** Prints a document in the requested format. */
    public void print(Report report, OutputFormat format) throws IOException {
        switch (format) {
            case TEXT -> printText(report::writeText);
            case JSON -> print(report::writeJson);
        }
    }

    /**
     * Prints a document in the requested format.
     *
     * @param page the document as HTML
     */
    public void print(Report report, Document page, DocumentFormat format) throws IOException {
        switch (format) {
            case TEXT -> print(report, OutputFormat.TEXT);
            case JSON -> print(report, OutputFormat.JSON);
            case HTML -> print(page);
        }
    }

    /** Prints a document in UTF-8 with any locale, since containers set none. */
    public void print(Document document) throws IOException {
        Writer to = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        document.write(to);
        to.flush();
    }

    /** Prints text for people; on a terminal, with colours and with columns that fit its width. */
    public void printText(Document text) throws IOException {
        if (terminal == Terminal.NONE) {
            print(to -> text.write(new TerminalEscapingWriter(to)));
            return;
        }
        int width = TerminalSize.current().tableWidth();
        print(
                to -> {
                    TerminalWriter lines =
                            new TerminalWriter(to, width, terminal == Terminal.COLORED);
                    text.write(new TerminalEscapingWriter(lines));
                    lines.finish();
                });
    }

    /**
     * Returns whether the process's standard output is a pipe or a socket. Writing to one fails
     * only if its reader has ended, never because of a full disk. The text of the error depends on
     * the locale, so it can't be used.
     */
    public boolean outIsPipe() {
        return out.equals(System.out) && isPipe(linkOf(1));
    }

    /**
     * Returns whether a link leads to a pipe or a socket. Without links (macOS, Windows), assumes a
     * pipe, because the usual failure there is a reader that ended.
     */
    private static boolean isPipe(String target) {
        return target.isEmpty() || target.startsWith("pipe:") || target.startsWith("socket:");
    }

    private static String linkOf(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
        } catch (IOException _) {
            return "";
        }
    }

    /** Returns whether standard error may be a terminal. */
    public boolean errIsTerminal() {
        return err.equals(System.err) && isTerminal(linkOf(2));
    }

    private static boolean isTerminal(String target) {
        return target.startsWith("/dev/pts/")
                || target.startsWith("/dev/tty")
                || target.equals("/dev/console");
    }

    /** Prints a problem and its remedy. */
    public void print(Problem problem) {
        err.println("heapsight: " + VisibleText.of(problem.title()) + ".");
        err.println("  " + RequestsAsCommands.of(VisibleText.of(problem.detail())));
        err.println("  " + RequestsAsCommands.of(VisibleText.of(problem.remedy())));
        err.flush();
    }

    /** Prints a message that is not part of the result. */
    public void note(String line) {
        err.println(VisibleText.of(line));
        err.flush();
    }
}
