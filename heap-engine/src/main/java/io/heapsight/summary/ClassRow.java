/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.OptionalLong;

/**
 * The objects of one class; a class loaded twice has two rows.
 *
 * @param name as in Java source: "int[]", "java.lang.String[]", "com.acme.Order$Line"
 * @param address of the class
 * @param loader address of the class loader; 0 is the boot loader
 * @param retainedBytes bytes that would be freed with all reachable objects of the class; empty
 *     without dominators
 */
public record ClassRow(
        String name, long address, long loader, Totals totals, OptionalLong retainedBytes) {}
