/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Ranks the problems of a target, most severe first, with their consequences.
 *
 * <p>This package measures and judges nothing: it orders the findings of packages gc, advice,
 * memory, doctor, trigger and postmortem. {@link StatusFindings} has one method per source.
 *
 * <p>Tests: {@code TargetHealthTest}.
 */
@NullMarked
package io.heapsight.status;

import org.jspecify.annotations.NullMarked;
