/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes text to a terminal: the columns of tables fit its width, and severities, verdicts and
 * headings are highlighted. Holds the rows of one table in memory. Flushing writes nothing: call
 * {@link #finish}.
 */
final class TerminalWriter extends Writer {
    private final Writer out;
    private final int width;
    private final boolean colored;
    private final Highlighter highlighter = new Highlighter();
    private final StringBuilder line = new StringBuilder();
    private final List<String> table = new ArrayList<>();

    /**
     * Wraps a stream.
     *
     * @param width columns of the terminal
     */
    TerminalWriter(Writer out, int width, boolean colored) {
        this.out = out;
        this.width = width;
        this.colored = colored;
    }

    /** Returns a text as {@link TerminalWriter} writes it. */
    static String highlighted(String text, boolean colored) {
        if (!colored) {
            return text;
        }
        Highlighter highlighter = new Highlighter();
        StringBuilder out = new StringBuilder();
        for (String line : text.split("(?<=\n)")) {
            boolean ended = line.endsWith("\n");
            String words = ended ? line.substring(0, line.length() - 1) : line;
            out.append(highlighter.of(words)).append(ended ? "\n" : "");
        }
        return out.toString();
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            if (buffer[i] == '\n') {
                endLine();
            } else {
                line.append(buffer[i]);
            }
        }
    }

    private void endLine() throws IOException {
        String ended = line.toString();
        line.setLength(0);
        if (TableFitter.isRow(ended)) {
            table.add(ended);
        } else {
            endTable();
            print(ended);
        }
    }

    private void endTable() throws IOException {
        for (String row : TableFitter.fit(table, width)) {
            print(row);
        }
        table.clear();
    }

    private void print(String text) throws IOException {
        out.write(colored ? highlighter.of(text) : text);
        out.write('\n');
    }

    /** Writes the last table, and a line without an end. */
    void finish() throws IOException {
        endTable();
        out.write(line.toString());
        line.setLength(0);
        out.flush();
    }

    @Override
    public void flush() {
        // a table is written when it has ended
    }

    @Override
    public void close() throws IOException {
        finish();
        out.close();
    }
}
