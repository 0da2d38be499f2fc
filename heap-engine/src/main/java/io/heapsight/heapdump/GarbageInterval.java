/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

/**
 * The garbage of a heap, as an interval: a dump does not record everything that the JVM holds.
 * Fields of class mirrors, tables of the VM, and stacks of virtual threads may hold objects that no
 * reference in the dump leads to.
 *
 * <pre>{@code
 * GarbageInterval garbage = dump.report().garbage();
 * long percent = 100 * garbage.atLeast().bytes() / dump.report().all().bytes();
 * }</pre>
 *
 * @param atLeast objects that nothing in a HotSpot JVM can hold
 * @param atMost {@code atLeast} plus objects that the JVM may hold but need not
 * @param unreachable all objects that no reference in the dump leads to, as Eclipse MAT counts
 *     them; never less than {@code atMost}
 */
public record GarbageInterval(ObjectCount atLeast, ObjectCount atMost, ObjectCount unreachable) {}
