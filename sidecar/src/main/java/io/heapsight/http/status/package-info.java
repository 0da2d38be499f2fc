/* SPDX-License-Identifier: Apache-2.0 */
/** The status of a target, on request. */
@NullMarked
package io.heapsight.http.status;

import org.jspecify.annotations.NullMarked;
