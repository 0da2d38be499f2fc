/* SPDX-License-Identifier: Apache-2.0 */
/** Class histograms: taken, parsed, compared, and the garbage that two of them show. */
@NullMarked
package io.heapsight.histogram;

import org.jspecify.annotations.NullMarked;
