/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

/**
 * A thread of a process.
 *
 * @param id as seen by the sidecar; the first thread has the pid
 * @param name the kernel's name, at most 15 bytes long
 * @param address within its stack, near the top; 0 if unknown
 */
public record ProcessThread(int id, String name, long address) {}
