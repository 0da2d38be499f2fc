/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.secret;

import java.util.List;

/**
 * The places in which a dump holds secrets.
 *
 * @param rows by kind; those with most secrets first
 * @param total number of rows
 * @param notes remarks about the list
 */
public record SecretList(List<SecretRow> rows, long total, List<String> notes) {}
