/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

/**
 * What a process holds of the kernel's.
 *
 * @param descriptors open ones, in /proc/PID/fd
 * @param threads in /proc/PID/task
 * @param mappings lines of /proc/PID/maps
 * @param counterMappings those of them that map a hsperfdata file
 */
public record Holdings(int descriptors, int threads, int mappings, int counterMappings) {}
