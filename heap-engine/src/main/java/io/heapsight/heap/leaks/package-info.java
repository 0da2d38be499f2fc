/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Recognizes kinds of leak by their typical objects: many {@code java.lang.ref.Finalizer}s,
 * cancelled tasks in a scheduler's queue, loaders of stopped web applications.
 *
 * <p>A {@link LeakKind} names the classes of its objects. {@link InstanceScan} finds these in one
 * pass over the dominator tree, without reading the dump. The kind reads their fields with a {@link
 * LeakObjectReader}, and returns each leak with its cause. {@link JdkLeakKinds} lists the kinds of
 * the JDK; those of queues and libraries are in {@code queueleaks} and {@code libraryleaks}.
 * Memory: 4 bytes an object of these classes, up to {@link InstanceScan#MOST_OF_KIND} each.
 *
 * <p>Tests: {@code KnownLeakFinderTest}; decision 14 explains their severity.
 */
@NullMarked
package io.heapsight.heap.leaks;

import org.jspecify.annotations.NullMarked;
