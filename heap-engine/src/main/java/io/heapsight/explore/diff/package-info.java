/* SPDX-License-Identifier: Apache-2.0 */
/** Values that describe the difference between two dumps. */
@NullMarked
package io.heapsight.explore.diff;

import org.jspecify.annotations.NullMarked;
