/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Says in advance what will work on a target, what will not, and which line to change. It only
 * looks: nothing is sent to the target, and nothing is written.
 *
 * <p>No rule is made here. Each {@link Finding} asks the code that would refuse the work: the
 * checks of package attach, the counters' connection, the forecast of package dump, what would keep
 * a target from recording or being profiled. {@link Diagnosis} holds the findings of one moment: a
 * {@link Feature} works if no check that enables it has failed.
 *
 * <p>Tests: {@code DoctorTest}, {@code DumpFindingsTest} and {@code CaptureFindingsTest}, each
 * check passing and failing on a fixture {@code /proc}; against what commands really do, {@code
 * AttachMatrixTest} and {@code RefusedCapturesTest} of module tests.
 */
@NullMarked
package io.heapsight.doctor;

import org.jspecify.annotations.NullMarked;
