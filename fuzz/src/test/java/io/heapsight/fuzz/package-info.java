/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Fuzzing with Jazzer. Without {@code JAZZER_FUZZ=1} in the environment, only the seeds in the
 * resources and earlier findings are run.
 */
@NullMarked
package io.heapsight.fuzz;

import org.jspecify.annotations.NullMarked;
