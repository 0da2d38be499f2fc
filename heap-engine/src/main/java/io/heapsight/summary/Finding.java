/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * One thing that is wrong with a heap, or worth knowing.
 *
 * @param bytes that it is about
 * @param share of the reachable bytes, 0 to 1; of garbage, of all bytes; may be above 1 for what is
 *     outside the heap
 * @param place in the code's terms: a field, a ThreadLocal, a class; "" where there is none
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

    /** What is wrong. */
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

        /** As reports have it. */
        public String words() {
            return words;
        }
    }
}
