/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs Eclipse MAT, if an installation is mounted, to create its reports of stored dumps. {@code
 * MatReports} are the jobs, {@code MatRun} is one run of its batch mode in its own folder, {@code
 * MatMemory} estimates its memory.
 *
 * <p>Tests: {@code MatReportTest} of {@code http}, with a script in place of MAT.
 */
@NullMarked
package io.heapsight.dump.mat;

import org.jspecify.annotations.NullMarked;
