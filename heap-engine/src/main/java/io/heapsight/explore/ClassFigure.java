/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

/**
 * One row of a list of classes.
 *
 * @param address of the class object; 0 if it is missing in the dump
 * @param loader 0 for the boot loader
 * @param objects reachable objects
 * @param bytes of the reachable objects
 * @param retainedBytes by the reachable objects, counting nothing twice
 * @param unreachableObjects including filler
 * @param unreachableBytes of the unreachable objects
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
