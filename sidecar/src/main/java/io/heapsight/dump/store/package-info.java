/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stores heap dumps: files, records, quota and readers.
 *
 * <p>{@code DumpStoreTest} and the tests of {@code kept} cover it.
 */
@NullMarked
package io.heapsight.dump.store;

import org.jspecify.annotations.NullMarked;
