/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A class loader.
 *
 * @param address 0 is the boot loader
 * @param className "(boot)" for the boot loader
 * @param name the loader's own name, such as "app"; empty for none, and before JDK 9
 * @param parent empty if there is none or it is unknown; 0 is the boot loader
 * @param classes number of classes that it defined
 * @param instances of these classes
 * @param retainedBytes by the loader object; empty for the boot loader and without dominators
 */
public record LoaderRow(
        long address,
        String className,
        Optional<String> name,
        OptionalLong parent,
        long classes,
        Total instances,
        OptionalLong retainedBytes) {}
