/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import io.heapsight.unit.Reading;

/**
 * The kernel's figures about a process at one moment.
 *
 * @param cpuSeconds user and system time of all threads since the start
 * @param residentBytes memory that is in RAM
 * @param startEpochSeconds start time, in seconds since 1970
 * @param threads number of threads
 * @param openFds number of open file descriptors
 * @param writeBytes bytes passed to write(2) and similar calls since the start: files, pipes,
 *     sockets
 * @param writeSyscalls calls of write(2) and similar calls since the start
 */
public record ProcessFigures(
        double cpuSeconds,
        long residentBytes,
        double startEpochSeconds,
        int threads,
        Reading<Long> openFds,
        Reading<Long> writeBytes,
        Reading<Long> writeSyscalls) {}
