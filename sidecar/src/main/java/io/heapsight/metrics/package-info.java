/* SPDX-License-Identifier: Apache-2.0 */
/** Prometheus metric families, one collector per file; a scrape never touches the target. */
@NullMarked
package io.heapsight.metrics;

import org.jspecify.annotations.NullMarked;
