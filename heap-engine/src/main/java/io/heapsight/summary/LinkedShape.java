/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Objects of one class that hang on each other like the links of a list.
 *
 * @param longest how many hang on each other in a row
 * @param objects all that are reachable
 * @param bytes of these
 */
public record LinkedShape(String className, long longest, long objects, long bytes) {}
