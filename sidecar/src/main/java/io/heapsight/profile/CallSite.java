/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

/**
 * A method of the program that allocated memory.
 *
 * @param method the innermost method that is not the JDK's: "com.acme.Order.total"
 * @param via what it called or allocated: "java.util.zip.Deflater.init", "byte[]"
 * @param bytes an estimate from the samples
 * @param samples number of samples
 */
public record CallSite(String method, String via, long bytes, long samples) {}
