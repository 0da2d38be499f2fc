/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import java.util.OptionalLong;

/**
 * A class loader.
 *
 * @param address 0 is the boot loader
 * @param className "(boot)" for the boot loader
 * @param parent empty when it has none, or it can't be told; 0 is the boot loader
 * @param classes that it defined
 * @param instances of these classes
 * @param retainedBytes by the loader object; empty for the boot loader, and when dominators were
 *     left out
 */
public record LoaderRow(
        long address,
        String className,
        OptionalLong parent,
        long classes,
        Total instances,
        OptionalLong retainedBytes) {}
