/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Predicts which features work on a target, which do not, and which line to change. Sends nothing
 * to the target and writes nothing.
 *
 * <p>This package defines no rules of its own. Each {@link CheckResult} is from the code that would
 * refuse the operation, such as the checks of package attach or the forecast of package dump.
 * {@link Diagnosis} holds the results of one moment. A {@link Feature} works if no check that
 * enables it has failed.
 *
 * <p>Tests: {@code DoctorTest}, {@code DumpChecksTest} and {@code CaptureChecksTest}, each check
 * passing and failing on a fixture {@code /proc}; {@code AnalysisJobsCheckTest}; compared with real
 * commands, {@code AttachMatrixTest} and {@code RefusedCapturesTest} of module tests.
 */
@NullMarked
package io.heapsight.doctor;

import org.jspecify.annotations.NullMarked;
