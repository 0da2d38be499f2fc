/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes thread dumps, groups threads with equal stacks, and finds those that are deadlocked or
 * stuck.
 *
 * <p>{@link ThreadDumpTaker} queries a JVM, through the gate of all costly operations. {@link
 * ThreadDumpReader} parses the answer line by line into a {@link ThreadDump} of bounded size.
 * {@link LockGraph} finds the deadlocks in it; {@link StuckThreads} compares several dumps. {@link
 * VirtualThreadDumper} makes a target write all its virtual threads into a FIFO, and {@link
 * VirtualThreadReader} parses them.
 *
 * <p>Tests: {@code ThreadDumpReaderTest} with recorded answers of five JDKs, {@code
 * VirtualThreadReaderTest}, {@code MutatedThreadDumpTest} with corrupted ones, {@code
 * ThreadDumpTakerTest}; in containers, {@code ThreadsTest} of module tests.
 */
@NullMarked
package io.heapsight.thread;

import org.jspecify.annotations.NullMarked;
