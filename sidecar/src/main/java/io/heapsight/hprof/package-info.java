/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The HPROF file format, versions 1.0.1 and 1.0.2, as HotSpot of JDK 8 to 25 writes it: what is
 * where in a dump. {@link io.heapsight.hprof.HprofFile} maps a dump and knows its names, classes'
 * names and segments; {@link io.heapsight.hprof.RecordCursor} reads the records of a segment one by
 * one; {@link io.heapsight.hprof.ClassDump} is a class as the dump describes it. What the records
 * mean together is the business of {@code heap}.
 *
 * <p>Any byte may be wrong. What contradicts the format ends in {@link
 * io.heapsight.hprof.HprofFormatException} with the offset; a file that was cut is read as far as
 * it goes.
 */
@NullMarked
package io.heapsight.hprof;

import org.jspecify.annotations.NullMarked;
