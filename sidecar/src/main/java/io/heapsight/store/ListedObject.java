/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

/** One object in the listing of a store. */
public record ListedObject(String key, long bytes) {}
