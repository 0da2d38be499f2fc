/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Kinds of leak through queues of the JDK: tasks that wait for the threads of an executor, elements
 * between threads. Each is a {@link io.heapsight.heap.leaks.LeakKind} in the list of {@link
 * QueueLeakKinds}.
 *
 * <p>Tests: {@code JdkLeakKindsTest}, {@code LeakHoldersTest}, {@code LibraryQueuesTest}.
 */
@NullMarked
package io.heapsight.heap.queueleaks;

import org.jspecify.annotations.NullMarked;
