/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the contents of strings in the dump for display: control characters are written as {@code
 * \n} or {@code \}{@code u0000}, and a cut text ends with "…". Not thread-safe.
 */
public final class DumpedText {
    private final DumpedHeap heap;
    private final ObjectFields fields;
    private final @Nullable StringCursor strings;
    private final long stringClass;

    public DumpedText(DumpedHeap heap) {
        this.heap = heap;
        this.fields = new ObjectFields(heap);
        Optional<StringLayout> layout = StringLayout.of(heap);
        this.strings = layout.map(known -> new StringCursor(heap, known)).orElse(null);
        this.stringClass = layout.map(StringLayout::classAddress).orElse(0L);
    }

    /**
     * The text of a string or an array of chars.
     *
     * @param mostChars maximum number of characters
     * @return empty if there is no such object at the address
     */
    public Optional<String> at(long address, int mostChars) {
        if (strings == null || !open(strings, address)) {
            return Optional.empty();
        }
        return Optional.of(shown(strings, mostChars));
    }

    private boolean open(StringCursor cursor, long address) {
        if (fields.open(address) && fields.type().address() == stringClass) {
            return cursor.openArray(cursor.open(heap.position(address)));
        }
        return cursor.openCharacters(address, 1);
    }

    private static String shown(StringCursor cursor, int mostChars) {
        StringBuilder text = new StringBuilder();
        long n = Math.min(cursor.length(), mostChars);
        for (long i = 0; i < n; i++) {
            append(text, cursor.charAt(i));
        }
        if (n < cursor.length()) {
            text.append('…');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, char c) {
        switch (c) {
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                // Characters that a terminal may interpret, and unpaired surrogates.
                if (Character.isISOControl(c)
                        || Character.getType(c) == Character.FORMAT
                        || Character.getType(c) == Character.LINE_SEPARATOR
                        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR) {
                    text.append(String.format("\\u%04x", (int) c));
                } else {
                    text.append(c);
                }
            }
        }
    }
}
