/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Kinds of leak through libraries: loaders of stopped web applications, pools, sessions, registries
 * of metrics. Each is a {@link io.heapsight.heap.leaks.LeakKind} in the list of {@link
 * LibraryLeakKinds}.
 */
@NullMarked
package io.heapsight.heap.libraryleaks;

import org.jspecify.annotations.NullMarked;
