/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;

/**
 * Strings that hold the same characters in arrays of their own.
 *
 * @param strings all of them
 * @param distinct contents
 * @param wastedBytes what one array per content would save
 * @param top the contents that waste most
 */
public record DuplicateStrings(long strings, long distinct, long wastedBytes, List<Group> top) {
    /**
     * Strings with one content.
     *
     * @param count of the arrays that hold it
     * @param bytesEach of one array
     * @param length in characters
     * @param content only where the user asked to see contents
     */
    public record Group(long count, long bytesEach, long length, Optional<String> content) {}

    public DuplicateStrings {
        top = List.copyOf(top);
    }
}
