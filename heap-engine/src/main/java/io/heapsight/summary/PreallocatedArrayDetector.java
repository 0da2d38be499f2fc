/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.regex.Pattern;

/**
 * Recognizes arrays that a program fills later, such as buffers and chunks of a pool. They are not
 * waste while they are empty.
 */
final class PreallocatedArrayDetector {
    private static final Pattern NAMES =
            Pattern.compile(
                    "(?i)(buffer|buf$|chunk|pool|arena|slab|ring|threadlocal|recycler|stream|writer|builder)");

    private PreallocatedArrayDetector() {}

    static boolean isOne(WasteAt waste) {
        return switch (waste.kind()) {
            case CONSTANT_ARRAYS, OVERSIZED_ARRAYS, SPARSE_ARRAYS ->
                    waste.place().kind() == HolderPlace.Kind.THREAD_LOCAL
                            || waste.place().kind() == HolderPlace.Kind.THREAD
                            || NAMES.matcher(waste.place().name()).find();
            case DUPLICATE_STRINGS,
                    DUPLICATE_ARRAYS,
                    EMPTY_COLLECTIONS,
                    SMALL_COLLECTIONS,
                    SPARSE_COLLECTIONS,
                    BOXED_NUMBERS,
                    DIRECT_BUFFERS,
                    MAPPED_BUFFERS ->
                    false;
        };
    }
}
