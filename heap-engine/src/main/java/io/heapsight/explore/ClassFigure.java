/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

/**
 * One row of a list of classes.
 *
 * @param address of the class object, 0 where the dump has none
 * @param loader 0 for the boot loader
 * @param objects reachable ones
 * @param bytes of these
 * @param retainedBytes what these keep alive, nothing counted twice
 * @param unreachableObjects filler among them
 * @param unreachableBytes of these
 */
public record ClassFigure(
        String name,
        long address,
        long loader,
        long objects,
        long bytes,
        long retainedBytes,
        long unreachableObjects,
        long unreachableBytes) {}
