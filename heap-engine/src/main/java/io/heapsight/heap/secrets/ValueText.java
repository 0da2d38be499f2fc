/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.heap.content.StringCursor;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.objects.ObjectFields;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a string, a char or byte array, or the name or value of an environment
 * variable. Not thread-safe.
 */
final class ValueText {
    private static final String ENVIRONMENT = "java/lang/ProcessEnvironment$";
    private static final String EXTERNAL = ENVIRONMENT + "ExternalData";

    private final IndexedHeap heap;
    private final ObjectFields fields;
    private final @Nullable StringCursor strings;
    private final long stringClass;

    ValueText(IndexedHeap heap) {
        this.heap = heap;
        fields = new ObjectFields(heap.heap());
        Optional<StringLayout> layout = StringLayout.of(heap.heap());
        strings = layout.map(known -> new StringCursor(heap.heap(), known)).orElse(null);
        stringClass = layout.map(StringLayout::classAddress).orElse(0L);
    }

    /**
     * The text at an address.
     *
     * @param most the maximum number of characters to read
     * @return empty for any other object
     */
    Optional<String> at(long address, int most) {
        if (strings == null || !open(strings, address)) {
            return Optional.empty();
        }
        int length = (int) Math.min(strings.length(), most);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(strings.charAt(i));
        }
        return Optional.of(text.toString());
    }

    private boolean open(StringCursor cursor, long address) {
        long at = address;
        if (fields.open(at) && fields.type().rawName().startsWith(ENVIRONMENT)) {
            at = fields.reference(EXTERNAL, "str");
        }
        if (fields.open(at)) {
            return fields.type().address() == stringClass
                    && cursor.openArray(cursor.open(heap.position(at)));
        }
        return cursor.openCharacters(at, 1);
    }
}
