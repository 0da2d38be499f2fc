/* SPDX-License-Identifier: Apache-2.0 */
/** The JVMs in sight: found by scanning /proc, described, chosen, watched and connected to. */
@NullMarked
package io.heapsight.target;

import org.jspecify.annotations.NullMarked;
