/* SPDX-License-Identifier: Apache-2.0 */
/** How two dumps differ, as values. */
@NullMarked
package io.heapsight.explore.diff;

import org.jspecify.annotations.NullMarked;
