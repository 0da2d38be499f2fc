/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the HPROF file format, versions 1.0.1 and 1.0.2, as HotSpot of JDK 8 to 25 writes it.
 * {@link io.heapsight.hprof.HprofFile} maps a dump and knows its names, class names and segments;
 * {@link io.heapsight.hprof.RecordCursor} reads the records of a segment one by one; {@link
 * io.heapsight.hprof.ClassDump} is a class as the dump describes it. What the records mean together
 * is the business of {@code heap}.
 *
 * <p>Dumps that are compressed (gzip, zstd, zip) are inflated first, by {@link
 * io.heapsight.hprof.InflatedFile}; {@link io.heapsight.hprof.Salvage} finds what can be read of a
 * broken dump.
 *
 * <p>Any byte may be wrong. What contradicts the format ends in {@link
 * io.heapsight.hprof.HprofFormatException} with the offset; a file that was cut is read as far as
 * it goes.
 *
 * <p>Tests: {@code HprofReaderTest} and {@code DumpBuilderTest} on dumps made record by record,
 * {@code RandomHeapTest} for the random heaps that other tests use, {@code GoldenDumpTest} on real
 * dumps, {@code InflatedFileTest}, and {@code MutatedDumpTest} and {@code MutatedArchiveTest} with
 * corrupted files; module fuzz looks further.
 */
@NullMarked
package io.heapsight.hprof;

import org.jspecify.annotations.NullMarked;
