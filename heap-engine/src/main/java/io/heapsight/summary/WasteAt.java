/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Bytes of one kind that a program could save, by the place in its code that holds them.
 *
 * @param className of the objects to which the place refers
 * @param objects number of wasteful objects
 * @param bytes that could be saved; for direct buffers those outside the heap
 * @param suspect the place of the leak suspect that holds them, as {@link Suspect#place}; "" for
 *     none
 */
public record WasteAt(
        Kind kind, HolderPlace place, String className, long objects, long bytes, String suspect) {
    /** The kind of waste. */
    public enum Kind {
        DUPLICATE_STRINGS("duplicate strings"),
        DUPLICATE_ARRAYS("arrays with equal content"),
        CONSTANT_ARRAYS("arrays of one value"),
        OVERSIZED_ARRAYS("arrays that end in zeros"),
        SPARSE_ARRAYS("arrays that are mostly null"),
        EMPTY_COLLECTIONS("empty collections"),
        SMALL_COLLECTIONS("collections of one element"),
        SPARSE_COLLECTIONS("sparse collections"),
        BOXED_NUMBERS("boxed numbers"),
        DIRECT_BUFFERS("direct buffers"),
        /** Pages of mapped files, which are not memory of the program. */
        MAPPED_BUFFERS("mapped buffers");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the name of the kind, in the plural. */
        public String words() {
            return words;
        }
    }
}
