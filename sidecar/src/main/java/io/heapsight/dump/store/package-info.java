/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps heap dumps: their files, records, quota, and who reads them.
 *
 * <p>{@code DumpStoreTest} and the tests of {@code kept} cover it.
 */
@NullMarked
package io.heapsight.dump.store;

import org.jspecify.annotations.NullMarked;
