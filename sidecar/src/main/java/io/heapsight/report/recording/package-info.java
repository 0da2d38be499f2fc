/* SPDX-License-Identifier: Apache-2.0 */
/** The documents of Flight Recorder recordings: the list, and a single summary. */
@NullMarked
package io.heapsight.report.recording;

import org.jspecify.annotations.NullMarked;
