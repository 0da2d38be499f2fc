/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Commands that read a store, and files of other commands that are objects in one.
 *
 * <p>Tests: {@code InputFilesTest}, {@code StoredIndexTest} with a folder; {@code StoreReadTest} of
 * module tests against moto.
 */
@NullMarked
package io.heapsight.cli.store;

import org.jspecify.annotations.NullMarked;
