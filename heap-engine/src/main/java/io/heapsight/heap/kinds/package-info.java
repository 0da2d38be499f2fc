/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Recognizes kinds of leak by the objects that only they leave: {@code java.lang.ref.Finalizer} in
 * large numbers, cancelled tasks in a scheduler's queue, loaders of stopped web applications.
 *
 * <p>A {@link LeakKind} names the classes whose objects it looks at. {@link InstanceScan} finds
 * these in one pass over the dominator tree, without a reading of the dump; the kind reads their
 * fields with a {@link KindReader}, and returns each leak with its cause. Kinds of the JDK are
 * listed in {@link JdkKinds}; those of libraries have a room of their own. Memory: 4 bytes an
 * object of these classes, up to {@link InstanceScan#MOST_OF_KIND} each.
 *
 * <p>Tests: {@code LeakKindsTest}; decision 14 says how severe each is.
 */
@NullMarked
package io.heapsight.heap.kinds;

import org.jspecify.annotations.NullMarked;
