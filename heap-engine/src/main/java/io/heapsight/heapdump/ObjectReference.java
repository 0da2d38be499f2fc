/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

/**
 * A reference between two objects, seen from one of them.
 *
 * <pre>{@code
 * for (ObjectReference referrer : dump.referrers(address, 10).rows()) {
 *     System.out.println(referrer.object().className() + "." + referrer.via());
 * }
 * }</pre>
 *
 * @param via the field or element that holds the reference, such as {@code table}, {@code [17]},
 *     {@code static CACHE} or {@code <class>}
 * @param object the other end
 */
public record ObjectReference(String via, DumpedObject object) {}
