/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

/**
 * A possible caller of System.gc(), found by its traces.
 *
 * @param words who calls, and the evidence: "a JMX client, which is connected (MemoryMXBean.gc())"
 * @param remedy what to do, in a sentence
 */
public record GcCaller(String words, String remedy) {}
