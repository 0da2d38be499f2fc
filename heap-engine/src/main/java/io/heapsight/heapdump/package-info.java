/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads heap dumps of HotSpot JVMs: the public API of the heap engine.
 *
 * <p>{@link io.heapsight.heapdump.HeapDump} opens a dump and answers questions. The other types are
 * its parameters ({@link io.heapsight.heapdump.DumpOptions}, {@link
 * io.heapsight.heapdump.Cancellation}) and its results, which are immutable records.
 *
 * <pre>{@code
 * DumpOptions options = DumpOptions.of(512 << 20, Path.of("/var/tmp"));
 * try (HeapDump dump = HeapDump.open(Path.of("shop.hprof"), options)) {
 *     for (LeakSuspect suspect : dump.report().suspects()) {
 *         System.out.println(suspect.sentence());
 *     }
 * }
 * }</pre>
 *
 * <p>Conventions:
 *
 * <ul>
 *   <li>Sizes are bytes. Shallow sizes are those of the JVM that was dumped; the retained size of
 *       an object is the shallow size of all objects that it dominates, itself included.
 *   <li>Object A dominates object B when every path from a GC root to B goes through A.
 *   <li>Addresses are those in the dump, unsigned, and identify objects; 0 means no object. As a
 *       class loader, 0 is the boot loader.
 *   <li>Class names are as in Java source: {@code int[]}, {@code java.lang.String[]}, {@code
 *       com.acme.Order$Line}.
 *   <li>Costs are given for a dump of <i>n</i> objects, reachable and unreachable ones.
 * </ul>
 *
 * <p>The engine keeps its tables outside the Java heap and reads the dump through a memory mapping.
 * It calls native code: start the JVM with {@code --enable-native-access=io.heapsight.heap}, or
 * {@code =ALL-UNNAMED} if the engine is on the class path. Positions in a mapped dump are checked
 * when it is opened, not at each access. Analyze dumps from untrusted sources in a process of its
 * own, and do not change a dump while it is open.
 */
@NullMarked
package io.heapsight.heapdump;

import org.jspecify.annotations.NullMarked;
