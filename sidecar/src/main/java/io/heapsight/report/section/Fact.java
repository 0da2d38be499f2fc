/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

/** A fact with a name: "Garbage", "12.3 % of the heap: …". */
public record Fact(String name, String text) {}
