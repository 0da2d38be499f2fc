/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.secret;

/**
 * Secrets of one kind in one place.
 *
 * @param count number of strings or arrays
 * @param holder the field that refers to them, or the map that contains them
 * @param isReachable whether they are reachable; otherwise they are garbage
 * @param example the address of one of them
 */
public record SecretRow(
        SecretKind kind, long count, String holder, boolean isReachable, long example) {}
