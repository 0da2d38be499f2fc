/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The summary of a heap dump. An empty part was not requested, or {@link #skipped} contains the
 * reason.
 *
 * @param jdk the version of the dumped JVM, if the dump or the flags contain it
 * @param collector "G1", "Serial", …, if the dump or the flags contain it
 * @param classes all classes, ranked by bytes
 * @param heldOnlyBy in order of strength; empty if the dump was read for a histogram only
 * @param garbage empty if reachability was not requested or was skipped
 * @param garbageRoots empty if reachability or the roots were skipped
 * @param retained empty if dominators were skipped
 * @param threads ranked by retained bytes
 * @param loaders ranked by retained bytes
 * @param peakBytes the peak memory of tables
 */
public record HeapSummary(
        DumpFacts file,
        Optional<String> jdk,
        Optional<String> collector,
        LayoutFacts layout,
        Totals totals,
        List<ClassRow> classes,
        List<HeldOnlyBy> heldOnlyBy,
        Optional<Garbage> garbage,
        Optional<GarbageRoots> garbageRoots,
        Optional<DominatorResults> retained,
        Optional<Waste> waste,
        List<ThreadRow> threads,
        List<LoaderRow> loaders,
        List<SkippedPhase> skipped,
        double seconds,
        long peakBytes) {
    /**
     * A phase that was skipped, so that nothing is missing silently.
     *
     * @param phase "dominators", "duplicate strings", …
     * @param remedy how to include it next time
     */
    public record SkippedPhase(String phase, String reason, String remedy) {}

    /**
     * The reachable objects that would be garbage if referents of one strength were not followed:
     * those unreachable through all stronger references.
     *
     * @param strength from soft to phantom
     * @param top the largest classes among them
     */
    public record HeldOnlyBy(ReferenceStrength strength, Total total, List<Total.OfClass> top) {
        public HeldOnlyBy {
            top = List.copyOf(top);
        }
    }

    /**
     * Facts about the dump's file.
     *
     * @param name as given by the user
     * @param formatVersion "1.0.1" or "1.0.2"
     * @param idBytes the size of an address in the file: 4 or 8
     * @param bytes size of the file; of a compressed file the compressed size
     * @param whole whether the whole dump was readable; missing objects may refer to those that
     *     were read
     * @param warnings for the user, such as "cut at offset 1,234: what follows is missing"
     */
    public record DumpFacts(
            String name,
            String formatVersion,
            int idBytes,
            Instant takenAt,
            boolean gzip,
            long bytes,
            boolean whole,
            List<String> warnings) {
        public DumpFacts {
            warnings = List.copyOf(warnings);
        }

        private DumpFacts named(String other) {
            return new DumpFacts(
                    other, formatVersion, idBytes, takenAt, gzip, bytes, whole, warnings);
        }
    }

    /** Returns this summary with the name by which the user knows the dump. */
    public HeapSummary named(String name) {
        return new HeapSummary(
                file.named(name),
                jdk,
                collector,
                layout,
                totals,
                classes,
                heldOnlyBy,
                garbage,
                garbageRoots,
                retained,
                waste,
                threads,
                loaders,
                skipped,
                seconds,
                peakBytes);
    }

    /**
     * The layout of objects in the dumped JVM, which determines every size.
     *
     * @param referenceBytes of a field that holds a reference: 4 with compressed oops, else 8 (4 on
     *     32-bit JVMs)
     * @param headerBytes of an object other than an array: mark word and class pointer
     * @param alignmentBytes the size of each object is rounded up to a multiple of this
     * @param evidence how the layout was determined, in words
     */
    public record LayoutFacts(
            int referenceBytes,
            int headerBytes,
            int alignmentBytes,
            boolean compressedClassPointers,
            boolean compactHeaders,
            Source source,
            String evidence) {
        /** The source of the layout. */
        public enum Source {
            /** The flags of the JVM, given by the user or by the sidecar that captured the dump. */
            FLAGS,
            /** The distances between neighbouring objects in the dump. */
            INFERRED
        }
    }

    public HeapSummary {
        classes = List.copyOf(classes);
        heldOnlyBy = List.copyOf(heldOnlyBy);
        threads = List.copyOf(threads);
        loaders = List.copyOf(loaders);
        skipped = List.copyOf(skipped);
    }

    /** The summary with better figures of the garbage than those of the dump. */
    public HeapSummary withGarbage(Garbage known, Totals all, List<ClassRow> rows) {
        return new HeapSummary(
                file,
                jdk,
                collector,
                layout,
                all,
                rows,
                heldOnlyBy,
                Optional.of(known),
                garbageRoots,
                retained,
                waste,
                threads,
                loaders,
                skipped,
                seconds,
                peakBytes);
    }

    /** The problems of the heap, the most severe first. */
    public List<Finding> findings() {
        return Findings.of(this);
    }
}
