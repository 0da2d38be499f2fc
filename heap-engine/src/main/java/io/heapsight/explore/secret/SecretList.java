/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.secret;

import java.util.List;

/**
 * Where a dump holds secrets.
 *
 * @param rows by kind, those with most of them first
 * @param total how many rows there are
 * @param notes what should be known of the list
 */
public record SecretList(List<SecretRow> rows, long total, List<String> notes) {}
