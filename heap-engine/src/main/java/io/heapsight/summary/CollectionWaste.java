/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Wasteful collections of one class.
 *
 * @param collections all of the class
 * @param empty without elements
 * @param singleton with one element
 * @param sparse with several elements, in a mostly unused table or array
 * @param savableBytes savings by tables, arrays and collections of the right size
 */
public record CollectionWaste(
        String className,
        long collections,
        long empty,
        long singleton,
        long sparse,
        long savableBytes) {}
