/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

/**
 * A class of a heap dump. A class that two loaders defined is two classes.
 *
 * <pre>{@code
 * dump.classes().stream()
 *         .filter(each -> each.name().startsWith("com.acme."))
 *         .limit(10)
 *         .forEach(each -> System.out.println(each.retainedBytes() + " " + each.name()));
 * }</pre>
 *
 * @param name as in Java source, such as {@code int[]} or {@code com.acme.Order$Line}
 * @param address of the class object; 0 if the dump has none
 * @param loader address of the class loader; 0 for the boot loader
 * @param reachable its instances that a GC root reaches
 * @param retainedBytes bytes that these instances keep alive together; nothing is counted twice
 * @param unreachable its other instances: garbage, filler of the JVM, and objects that only the VM
 *     may hold
 */
public record DumpedClass(
        String name,
        long address,
        long loader,
        ObjectCount reachable,
        long retainedBytes,
        ObjectCount unreachable) {}
