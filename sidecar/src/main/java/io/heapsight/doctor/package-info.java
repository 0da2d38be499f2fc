/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Says before anything is tried what will work on a target, what will not, and which line to
 * change. Only looks: nothing is sent to the target, nothing is written.
 *
 * <p>No rule is made here. Each {@link Finding} asks whoever refuses the work in earnest: the
 * checks of package attach, the counters' connection, the forecast of package dump. {@link
 * Diagnosis} holds the findings of one moment: a {@link Feature} works when nothing that enables it
 * is found wrong.
 */
@NullMarked
package io.heapsight.doctor;

import org.jspecify.annotations.NullMarked;
