/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Objects of one class that form chains like the nodes of a list.
 *
 * @param longest length of the longest chain
 * @param objects all reachable objects of the class
 * @param bytes of these objects
 */
public record LinkedShape(String className, long longest, long objects, long bytes) {}
