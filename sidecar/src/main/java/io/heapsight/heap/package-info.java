/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The object graph of a heap dump: what is reachable, what dominates what, and how many bytes that
 * keeps alive.
 *
 * <p>Memory outside the Java heap comes from one {@link MemoryBudget}, as {@link IntArray}, {@link
 * LongArray} and {@link BitArray}. A phase computes how much it needs and reserves all of it before
 * it starts; the budget refuses, or spills to a file, before anything was allocated.
 *
 * <p>A {@link Graph} stores no edges: they are read again from the dump whenever they are needed.
 *
 * <p>What objects mean follows from their fields: {@link ObjectFields} finds these by class and
 * name, {@link DumpedText} reads strings. {@link StringDuplicates}, {@link CollectionSurvey} and
 * {@link BoxedNumbers} find what the program could do without, {@link ThreadSurvey} and {@link
 * LoaderSurvey} who holds what.
 */
@NullMarked
package io.heapsight.heap;

import org.jspecify.annotations.NullMarked;
