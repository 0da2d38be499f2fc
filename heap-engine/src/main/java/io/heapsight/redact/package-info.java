/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Writes heap dumps without their data: {@link io.heapsight.redact.Redaction} copies a dump byte by
 * byte, except for the program's primitive values. The graph of objects, their classes and sizes
 * stay; so do the names of classes, fields, methods and threads.
 *
 * <p>Tests: {@code RedactionTest} on dumps built for it, {@code RedactedDumpTest} on dumps that
 * HotSpot wrote.
 */
@NullMarked
package io.heapsight.redact;

import org.jspecify.annotations.NullMarked;
