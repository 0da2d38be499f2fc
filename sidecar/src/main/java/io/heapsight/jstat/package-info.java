/* SPDX-License-Identifier: Apache-2.0 */
/** The columns of {@code jstat}, and the sampler that reads them once a second. */
@NullMarked
package io.heapsight.jstat;

import org.jspecify.annotations.NullMarked;
