/* SPDX-License-Identifier: Apache-2.0 */
/** What users read: text tables and the stable JSON documents. */
@NullMarked
package io.heapsight.report;

import org.jspecify.annotations.NullMarked;
