/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Parses the output of {@code GC.class_histogram}, of JDK 8 to 25, as it arrives:
 *
 * <pre>
 *  num     #instances         #bytes  class name (module)
 * -------------------------------------------------------
 *    1:        146650        6959248  [B (java.base@25.0.3)
 *  502:             1             16  com.acme.Order$Line
 * Total        542034       33176248
 * </pre>
 *
 * <p>JDK 8 has no module and an empty line first. Class names may contain blanks (from Kotlin). The
 * last line's totals must be the sum of the rows: a truncated answer is an error. Holds one line
 * and the compressed rows, for answers of any length.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/memory/heapInspection.cpp">
 *     heapInspection.cpp</a>
 */
public final class HistogramReader {
    /** Maximum line length; a class name has 65,535 bytes at most. */
    private static final int MAX_LINE_BYTES = 160 * 1024;

    /** Maximum size: a million classes with names of 500 characters each. */
    private static final long MAX_REPLY_BYTES = 512L * 1024 * 1024;

    private static final int MAX_DIGITS = 18;
    private static final int MAX_QUOTED = 80;
    private static final byte[] TOTAL = "Total".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final byte[] buffer = new byte[8 * 1024];
    private int position;
    private int limit;
    private byte[] line = new byte[512];
    private int length;
    private int lineNumber;
    private long bytesRead;

    private @Nullable InstanceCount pending;
    private byte[] pendingText = new byte[512];
    private int pendingLength;
    private final byte[] module = new byte[512];
    private int moduleLength;
    private int at;
    private long instances;
    private long bytes;
    private String firstWords = "";

    private HistogramReader(InputStream in) {
        this.in = in;
    }

    /**
     * The result of parsing.
     *
     * @param replyBytes length of the answer
     */
    public record Answer(HistogramRows rows, long replyBytes) {}

    /**
     * Reads an answer up to the line with the totals.
     *
     * @throws HistogramFormatException if it is not a complete histogram
     */
    public static Answer read(InputStream in) throws IOException, HistogramFormatException {
        HistogramReader reader = new HistogramReader(in);
        try (HistogramRows.Builder rows = new HistogramRows.Builder()) {
            return new Answer(reader.readRows(rows), reader.bytesRead);
        }
    }

    private HistogramRows readRows(HistogramRows.Builder rows)
            throws IOException, HistogramFormatException {
        InstanceCount sum = InstanceCount.NONE;
        while (nextLine()) {
            if (isTotal()) {
                sum = sum.plus(addPending(rows));
                InstanceCount said = new InstanceCount(instances, bytes);
                if (!said.equals(sum)) {
                    throw wrong(
                            "the rows add up to %s, but the total is %s"
                                    .formatted(inWords(sum), inWords(said)));
                }
                return rows.build();
            }
            if (isRow()) {
                sum = sum.plus(addPending(rows));
                if (sum.instances() < 0 || sum.bytes() < 0) {
                    throw wrong("the sum of the rows exceeds 63 bits");
                }
                pending = new InstanceCount(instances, bytes);
                pendingLength = 0;
                appendToPending(at);
            } else if (pending != null && !isBlank()) {
                appendToPending(0);
            } else if (firstWords.isEmpty() && !isBlank()) {
                firstWords = quoted();
            }
        }
        throw wrong(
                pending != null
                        ? "truncated: the line with the totals is missing"
                        : "not a class histogram, but: "
                                + (firstWords.isEmpty() ? "(nothing)" : firstWords));
    }

    /**
     * Reads a row, which continues until the next one, since a class name may contain line ends.
     */
    private void appendToPending(int from) throws HistogramFormatException {
        int count = length - from;
        boolean continued = pendingLength > 0;
        if (pendingLength + count >= MAX_LINE_BYTES) {
            throw wrong("a row longer than " + MAX_LINE_BYTES + " bytes: " + quoted());
        }
        if (pendingLength + count + 1 > pendingText.length) {
            pendingText = Arrays.copyOf(pendingText, 2 * (pendingLength + count + 1));
        }
        if (continued) {
            pendingText[pendingLength++] = '\n';
        }
        System.arraycopy(line, from, pendingText, pendingLength, count);
        pendingLength += count;
    }

    private InstanceCount addPending(HistogramRows.Builder rows) {
        InstanceCount row = pending;
        if (row == null) {
            return InstanceCount.NONE;
        }
        rows.name(pendingText, 0, nameLength());
        rows.module(module, moduleLength);
        rows.add(row.instances(), row.bytes());
        return row;
    }

    /** Reads a line into {@link #line}; returns false at the end. */
    private boolean nextLine() throws IOException, HistogramFormatException {
        length = 0;
        boolean some = false;
        while (true) {
            if (position == limit && !refill()) {
                lineNumber += some ? 1 : 0;
                return some;
            }
            some = true;
            int from = position;
            while (position < limit && buffer[position] != '\n') {
                position++;
            }
            append(from, position - from);
            if (position < limit) {
                position++;
                lineNumber++;
                return true;
            }
        }
    }

    private boolean refill() throws IOException, HistogramFormatException {
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, buffer.length));
        bytesRead += limit;
        if (bytesRead > MAX_REPLY_BYTES) {
            throw wrong("no end after " + MAX_REPLY_BYTES + " bytes");
        }
        return limit > 0;
    }

    private void append(int from, int count) throws HistogramFormatException {
        if (length + count > MAX_LINE_BYTES) {
            lineNumber++;
            throw wrong("longer than " + MAX_LINE_BYTES + " bytes: " + quoted());
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.max(length + count, 2 * line.length));
        }
        System.arraycopy(buffer, from, line, length, count);
        length += count;
    }

    /** Parses "Total 542034 33176248" into {@link #instances} and {@link #bytes}. */
    private boolean isTotal() throws HistogramFormatException {
        if (length < TOTAL.length
                || !Arrays.equals(line, 0, TOTAL.length, TOTAL, 0, TOTAL.length)) {
            return false;
        }
        at = TOTAL.length;
        return numbers() && skipBlanks() >= 0 && at == length;
    }

    /** Parses " 1: 146650 6959248 name"; sets {@link #at} to the start of the name. */
    private boolean isRow() throws HistogramFormatException {
        at = 0;
        skipBlanks();
        int digits = skipDigits();
        if (digits == 0 || at == length || line[at++] != ':' || !numbers()) {
            return false;
        }
        return skipBlanks() >= 2 && at < length;
    }

    private boolean numbers() throws HistogramFormatException {
        if (skipBlanks() == 0) {
            return false;
        }
        int from = at;
        if (skipDigits() == 0) {
            return false;
        }
        instances = number(from);
        if (skipBlanks() == 0) {
            return false;
        }
        from = at;
        if (skipDigits() == 0) {
            return false;
        }
        bytes = number(from);
        return true;
    }

    /** Ends the name before its module, " (java.base@25.0.3)", and copies the module. */
    private int nameLength() {
        int end = pendingLength;
        while (end > 1 && isBlank(pendingText[end - 1])) {
            end--;
        }
        moduleLength = 0;
        if (pendingText[end - 1] != ')') {
            return end;
        }
        int open = end - 2;
        while (open > 1 && "( )".indexOf(pendingText[open]) < 0) {
            open--;
        }
        int inside = end - 2 - open;
        if (open <= 1
                || pendingText[open] != '('
                || pendingText[open - 1] != ' '
                || inside == 0
                || inside > module.length) {
            return end;
        }
        moduleLength = inside;
        System.arraycopy(pendingText, open + 1, module, 0, inside);
        return open - 1;
    }

    private int skipBlanks() {
        int from = at;
        while (at < length && isBlank(line[at])) {
            at++;
        }
        return at - from;
    }

    private int skipDigits() {
        int from = at;
        while (at < length && line[at] >= '0' && line[at] <= '9') {
            at++;
        }
        return at - from;
    }

    private long number(int from) throws HistogramFormatException {
        if (at - from > MAX_DIGITS) {
            throw wrong("number too large: " + text(from, Math.min(at - from, MAX_QUOTED)));
        }
        long value = 0;
        for (int i = from; i < at; i++) {
            value = 10 * value + (line[i] - '0');
        }
        return value;
    }

    private boolean isBlank() {
        for (int i = 0; i < length; i++) {
            if (!isBlank(line[i])) {
                return false;
            }
        }
        return true;
    }

    private static String inWords(InstanceCount count) {
        return "%d instances with %d bytes".formatted(count.instances(), count.bytes());
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }

    private String quoted() {
        String text = text(0, Math.min(length, 4 * MAX_QUOTED)).strip();
        return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
    }

    private String text(int from, int count) {
        return new String(line, from, count, StandardCharsets.UTF_8);
    }

    private HistogramFormatException wrong(String reason) {
        return new HistogramFormatException(lineNumber, reason);
    }
}
