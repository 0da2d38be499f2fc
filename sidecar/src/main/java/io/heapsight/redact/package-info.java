/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Heap dumps without the data in them: {@link io.heapsight.redact.Redaction} writes a dump again,
 * byte by byte the same but for what the program kept in primitives. The graph of objects, their
 * classes and sizes stay; so do the names of classes, fields, methods and threads.
 */
@NullMarked
package io.heapsight.redact;

import org.jspecify.annotations.NullMarked;
