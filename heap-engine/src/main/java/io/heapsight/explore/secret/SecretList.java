/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.secret;

import java.util.List;

/**
 * Lists the places where a dump holds secrets.
 *
 * @param rows by kind; those with most secrets first
 * @param total number of rows
 * @param notes remarks about the list
 */
public record SecretList(List<Row> rows, long total, List<String> notes) {
    /**
     * Secrets of one kind in one place.
     *
     * @param count number of strings or arrays
     * @param holder the field that refers to them, or the map that contains them
     * @param isReachable whether they are reachable; otherwise they are garbage
     * @param example the address of one of them
     */
    public record Row(
            SecretKind kind, long count, String holder, boolean isReachable, long example) {}
}
