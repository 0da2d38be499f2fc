/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A class loader.
 *
 * @param address 0 is the boot loader
 * @param className "(boot)" for the boot loader
 * @param name as the program calls it, such as "app"; empty when it has none, as before JDK 9
 * @param parent empty when it has none, or it can't be told; 0 is the boot loader
 * @param classes that it defined
 * @param instances of these classes
 * @param retainedBytes by the loader object; empty for the boot loader, and when dominators were
 *     left out
 */
public record LoaderRow(
        long address,
        String className,
        Optional<String> name,
        OptionalLong parent,
        long classes,
        Total instances,
        OptionalLong retainedBytes) {}
