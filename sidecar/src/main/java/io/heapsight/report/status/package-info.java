/* SPDX-License-Identifier: Apache-2.0 */
/** The status of a target as text and JSON. */
@NullMarked
package io.heapsight.report.status;

import org.jspecify.annotations.NullMarked;
