/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the HPROF file format, versions 1.0.1 and 1.0.2, as HotSpot of JDK 8 to 25 writes it.
 * {@link io.heapsight.hprof.HprofFile} maps a dump and finds its names, class names and segments;
 * {@link io.heapsight.hprof.RecordCursor} reads the records of a segment one by one; {@link
 * io.heapsight.hprof.ClassDump} is a class in the dump. Package {@code heap} interprets the
 * records.
 *
 * <p>{@link io.heapsight.hprof.InflatedFile} inflates compressed dumps (gzip, zstd, zip) first;
 * {@link io.heapsight.hprof.SalvagedSegments} finds the readable parts of a broken dump.
 *
 * <p>Any byte may be wrong. Bytes that contradict the format cause a {@link
 * io.heapsight.hprof.HprofFormatException} with the offset; of a cut file, all complete records are
 * read.
 *
 * <p>Tests: {@code HprofReaderTest} and {@code DumpBuilderTest} on dumps made record by record,
 * {@code RandomHeapTest} for the random heaps that other tests use, {@code GoldenDumpTest} on real
 * dumps, {@code InflatedFileTest}, and {@code MutatedDumpTest} and {@code MutatedArchiveTest} with
 * corrupted files; module fuzz looks further.
 */
@NullMarked
package io.heapsight.hprof;

import org.jspecify.annotations.NullMarked;
