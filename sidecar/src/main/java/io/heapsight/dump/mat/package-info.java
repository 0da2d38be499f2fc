/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Has Eclipse MAT, where an installation of it is mounted, make its reports of dumps that are kept:
 * {@code MatReports} are the jobs, {@code MatRun} is one run of its batch mode in a folder of its
 * own, {@code MatMemory} says before what it will take.
 *
 * <p>Tests: {@code MatReportTest} of {@code http}, with a script in place of MAT.
 */
@NullMarked
package io.heapsight.dump.mat;

import org.jspecify.annotations.NullMarked;
