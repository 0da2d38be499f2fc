/* SPDX-License-Identifier: Apache-2.0 */
/** Documents about profiles: which are kept, what is in one, and how two differ. */
@NullMarked
package io.heapsight.report.profile;

import org.jspecify.annotations.NullMarked;
