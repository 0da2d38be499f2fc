/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.OptionalLong;

/**
 * The objects of one class; a class that was loaded twice has two rows.
 *
 * @param name as in Java source: "int[]", "java.lang.String[]", "com.acme.Order$Line"
 * @param address of the class
 * @param loader address of the class loader; 0 is the boot loader
 * @param retainedBytes what would be freed if all reachable objects of the class went; empty when
 *     dominators were left out
 */
public record ClassRow(
        String name, long address, long loader, Totals totals, OptionalLong retainedBytes) {}
