/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * A Flight Recorder settings document (.jfc) from a caller. It is well formed; the target's JDK
 * validates its events when it starts to record.
 *
 * @param name "posted", and the document's label if it has one, safe to show
 * @param text the document
 */
public record SettingsDocument(String name, String text) implements RecordingSettings {
    /** Maximum size; the JDK's own documents have about 40 KiB. */
    public static final int MOST_BYTES = 256 << 10;

    private static final int LONGEST_LABEL = 60;

    private static final String BYTE_ORDER_MARK = "\ufeff";

    /**
     * Reads a document.
     *
     * @throws ProblemException if it is too long or not well formed, with the line
     */
    public static SettingsDocument read(InputStream in) throws IOException, ProblemException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new ProblemException(
                    Problem.Kind.PAYLOAD_TOO_LARGE,
                    "The settings are too long",
                    "They exceed %s.".formatted(new ByteSize(MOST_BYTES)),
                    "Remove comments and disabled events.");
        }
        return parse(bytes);
    }

    static SettingsDocument parse(byte[] bytes) throws ProblemException {
        String text = decoded(bytes);
        String label = SettingsXmlChecker.label(text).strip();
        return new SettingsDocument(
                label.isEmpty() ? "posted" : "posted: " + VisibleText.of(label, LONGEST_LABEL),
                text);
    }

    /** Decodes UTF-8, and removes the byte order mark that some editors add. */
    private static String decoded(byte[] bytes) throws ProblemException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            throw malformed(text, text.length(), "a byte that is not UTF-8");
        }
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    byte[] content() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Creates the problem of a document.
     *
     * @param at position in the text
     */
    static ProblemException malformed(String text, int at, String what) {
        long line = 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Not a Flight Recorder settings document",
                "Line %d: %s.".formatted(line, VisibleText.of(what)),
                "Send a .jfc document exported by JDK Mission Control or written by jfr configure"
                        + " --input profile.jfc --output mine.jfc (JDK 17 and later).");
    }
}
