/* SPDX-License-Identifier: Apache-2.0 */
/** The documents of Flight Recorder recordings: those that are kept, and what one tells. */
@NullMarked
package io.heapsight.report.recording;

import org.jspecify.annotations.NullMarked;
