/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Values that every layer shares: sizes, readings that may be missing, problems told to the user.
 */
@NullMarked
package io.heapsight.unit;

import org.jspecify.annotations.NullMarked;
