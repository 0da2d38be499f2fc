/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.heapsight.unit.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Escapes characters in JSON that a terminal would interpret, in addition to ASCII's control
 * characters: U+007F to U+009F, and bidirectional control characters. A JSON parser returns the
 * original text.
 */
final class TerminalSafeEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final char DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] escapes = standardAsciiEscapesForJSON();
        escapes[DELETE] = ESCAPE_STANDARD;
        return escapes;
    }

    /** Called for characters beyond ASCII, once for each half of a surrogate pair. */
    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
        return VisibleText.isHidden(c) ? new SerializedString(VisibleText.escape((char) c)) : null;
    }
}
