/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stores large files of targets in a folder of the data directory: each with its record, within a
 * quota, and protected while it is read.
 *
 * <p>Tests: {@code StorageQuotaTest} and the tests of its users.
 */
@NullMarked
package io.heapsight.kept;

import org.jspecify.annotations.NullMarked;
