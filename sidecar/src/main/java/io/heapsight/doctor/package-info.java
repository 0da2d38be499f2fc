/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Predicts which features work on a target, which do not, and which line to change. It sends
 * nothing to the target and writes nothing.
 *
 * <p>This package defines no rules of its own. Each {@link CheckResult} calls the code that would
 * refuse the operation: the checks of package attach, the counters' connection, the forecast of
 * package dump, the checks of recordings and profiles. {@link Diagnosis} holds the findings of one
 * moment: a {@link Feature} works if no check that enables it has failed.
 *
 * <p>Tests: {@code DoctorTest}, {@code DumpFindingsTest} and {@code CaptureFindingsTest}, each
 * check passing and failing on a fixture {@code /proc}; compared with real commands, {@code
 * AttachMatrixTest} and {@code RefusedCapturesTest} of module tests.
 */
@NullMarked
package io.heapsight.doctor;

import org.jspecify.annotations.NullMarked;
