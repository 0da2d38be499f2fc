/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

/**
 * Kernel resources of a process.
 *
 * @param descriptors open ones, in /proc/PID/fd
 * @param threads in /proc/PID/task
 * @param mappings lines of /proc/PID/maps
 * @param counterMappings mappings of a hsperfdata file
 */
public record Holdings(int descriptors, int threads, int mappings, int counterMappings) {}
