/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.heapsight.unit.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Escapes in JSON what a terminal would obey, beyond the control characters of ASCII: those from
 * U+007F to U+009F, and marks that change the direction of writing. A reader of JSON gets the same
 * text.
 */
final class HiddenEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final char DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] escapes = standardAsciiEscapesForJSON();
        escapes[DELETE] = ESCAPE_STANDARD;
        return escapes;
    }

    /** Asked for what is beyond ASCII, one half of a surrogate pair at a time. */
    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
        return VisibleText.isHidden(c) ? new SerializedString(VisibleText.escape((char) c)) : null;
    }
}
