/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import io.heapsight.unit.VisibleText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Escapes control characters in terminal output, so that names from an observed program can't
 * control the terminal.
 */
public final class TerminalEscapingWriter extends FilterWriter {
    public TerminalEscapingWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(int c) throws IOException {
        write(new char[] {(char) c}, 0, 1);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        write(text.toCharArray(), offset, length);
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
        int from = offset;
        for (int i = offset; i < offset + length; i++) {
            char c = buffer[i];
            if (c != '\n' && c != '\t' && VisibleText.isHidden(c)) {
                out.write(buffer, from, i - from);
                out.write(VisibleText.escape(c));
                from = i + 1;
            }
        }
        out.write(buffer, from, offset + length - from);
    }
}
