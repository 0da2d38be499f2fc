/* SPDX-License-Identifier: Apache-2.0 */
/** Documents about profiles: the list, a single profile, and a comparison. */
@NullMarked
package io.heapsight.report.profile;

import org.jspecify.annotations.NullMarked;
