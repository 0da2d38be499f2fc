/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Documents about a fleet: its sizes as a table, JSON, or manifests ({@link
 * io.heapsight.report.fleet.SizeManifest}), and its sickest pods.
 */
@NullMarked
package io.heapsight.report.fleet;

import org.jspecify.annotations.NullMarked;
