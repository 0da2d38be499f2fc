/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Collections of one class that hold little for what they take.
 *
 * @param collections all of the class
 * @param empty with no element
 * @param singleton with one element
 * @param sparse with several elements, in a table or array most of which is unused
 * @param savableBytes what tables, arrays and collections of the right size would save
 */
public record CollectionWaste(
        String className,
        long collections,
        long empty,
        long singleton,
        long sparse,
        long savableBytes) {}
