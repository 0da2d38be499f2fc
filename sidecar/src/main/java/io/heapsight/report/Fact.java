/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

/** One thing to know, under a name: "Garbage", "12.3 % of the heap: …". */
record Fact(String name, String text) {}
