/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/** Some objects of one class, for lists without further figures. */
public record ClassTotal(String className, Total total) {}
