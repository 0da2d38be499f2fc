/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * A problem of a heap, or a fact worth knowing.
 *
 * @param bytes the bytes concerned
 * @param share of the reachable bytes, 0 to 1; for garbage, of all bytes; may exceed 1 for memory
 *     outside the heap
 * @param place in the code's terms: a field, a ThreadLocal, a class; "" for none
 * @param text a sentence
 * @param remedy what to do about it
 */
public record Finding(
        Kind kind,
        Severity severity,
        long bytes,
        double share,
        String place,
        String text,
        String remedy) {
    Finding noMoreSevereThan(Severity most) {
        return severity.compareTo(most) >= 0
                ? this
                : new Finding(kind, most, bytes, share, place, text, remedy);
    }

    /** The kind of problem. */
    public enum Kind {
        LEAK_SUSPECT("leak suspect"),
        DIRECT_BUFFERS("direct buffers"),
        CLASS_LOADERS("class loaders"),
        DUPLICATE_STRINGS("duplicate strings"),
        DUPLICATE_ARRAYS("duplicate arrays"),
        CONSTANT_ARRAYS("constant arrays"),
        OVERSIZED_ARRAYS("oversized buffers"),
        SPARSE_ARRAYS("sparse arrays"),
        COLLECTIONS("collections"),
        BOXED_NUMBERS("boxed numbers"),
        LINKED_OBJECTS("linked objects"),
        GARBAGE("garbage");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The text in reports. */
        public String words() {
            return words;
        }
    }
}
