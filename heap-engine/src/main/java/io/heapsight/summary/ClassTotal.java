/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/** Some objects of one class, in lists that have no more to say of it. */
public record ClassTotal(String className, Total total) {}
