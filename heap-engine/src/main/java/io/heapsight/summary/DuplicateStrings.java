/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;

/**
 * Strings with equal content in separate arrays.
 *
 * @param strings all strings
 * @param distinct number of different contents
 * @param wastedBytes savings by one array per content
 * @param top the contents that waste most
 */
public record DuplicateStrings(long strings, long distinct, long wastedBytes, List<Group> top) {
    /**
     * Strings with one content.
     *
     * @param count number of arrays with the content
     * @param bytesEach size of one array
     * @param length in characters
     * @param content only if the user requested contents
     */
    public record Group(long count, long bytesEach, long length, Optional<String> content) {}

    public DuplicateStrings {
        top = List.copyOf(top);
    }
}
