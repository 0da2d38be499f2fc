/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Kinds of leak through libraries: loaders of stopped web applications, pools, sessions, registries
 * of metrics. Each is a {@link io.heapsight.heap.kinds.LeakKind} in the list of {@link
 * LibraryKinds}.
 */
@NullMarked
package io.heapsight.heap.libraries;

import org.jspecify.annotations.NullMarked;
