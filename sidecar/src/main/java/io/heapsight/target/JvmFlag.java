/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

/**
 * One option of a JVM, as it was written.
 *
 * @param text "-Xmx388m", "-XX:+UseSerialGC"
 * @param where it was found, for a remedy: "the command line", "the environment variable
 *     JAVA_TOOL_OPTIONS", "the file /app/jvm.options"
 */
public record JvmFlag(String text, String where) {}
