/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.DumpStream;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.InflatedInput;
import io.heapsight.hprof.LongMap;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Computes the memory and disk space that an analysis of a dump needs, while the dump arrives as a
 * stream and without storing it. Each object counts as reachable: the result is an upper bound.
 * HotSpot dumps all classes before the first object; if a class follows its objects, all their
 * bytes count as references.
 */
public final class StreamedAnalysisPlanner {
    private final ByteArrayOutputStream classRecords = new ByteArrayOutputStream();
    private final LongMap stickyClasses = new LongMap();
    private final DumpStream dump;
    private long roots;
    private int segment;
    private @Nullable UpperBoundTally tally;
    private @Nullable HeapClasses classes;

    private StreamedAnalysisPlanner(DumpStream dump) {
        this.dump = dump;
    }

    /**
     * Reads a dump to its end.
     *
     * @param object the dump, which may be compressed; the caller closes it
     * @param where name of the object in messages
     * @param fileBytes its size
     * @param threads of the analysis
     * @throws ProblemException if it is another known format
     * @throws RuntimeException HprofFormatException if it is not a dump
     */
    public static AnalysisPlan read(InputStream object, String where, long fileBytes, int threads)
            throws IOException, ProblemException {
        InflatedInput inflated = InflatedInput.of(object, where);
        try (DumpStream dump = DumpStream.open(inflated.content())) {
            StreamedAnalysisPlanner plan = new StreamedAnalysisPlanner(dump);
            plan.readRecords();
            HeapClasses classes = plan.known();
            DumpCounts counts =
                    plan.tally(classes)
                            .counts(
                                    plan.rootClasses(classes),
                                    plan.roots,
                                    UpperBoundCountPass.IN_ORDER,
                                    threads);
            return AnalysisPlan.of(
                    new AnalysisPlan.Size(fileBytes, dump.position(), inflated.compressed()),
                    counts,
                    OptionalLong.empty(),
                    classes.size());
        }
    }

    private void readRecords() throws IOException {
        while (dump.next()) {
            RecordCursor record = dump.record();
            if (record.isObject()) {
                object(record);
            } else if (record.tag() == SubRecord.CLASS) {
                classObject(record);
            } else if (record.isRoot()) {
                roots++;
                if (record.tag() == SubRecord.ROOT_STICKY_CLASS) {
                    stickyClasses.put(record.address(), 1);
                }
            }
        }
    }

    private void object(RecordCursor record) {
        UpperBoundTally counted = tally(known());
        if (dump.segments() == segment) {
            counted.move(dump.bytes());
        } else {
            segment = dump.segments();
            counted.begin(dump.bytes());
        }
        if (dump.isWhole()) {
            counted.add(record);
        } else {
            counted.addHeader(record);
        }
    }

    private void classObject(RecordCursor record) {
        int length = (int) (record.nextPosition() - record.position());
        if (classes == null) {
            classRecords.writeBytes(dump.bytes().copy(record.position(), length));
        } else {
            tally(classes).addUnknown(length / dump.bytes().idBytes());
        }
    }

    private UpperBoundTally tally(HeapClasses of) {
        UpperBoundTally counted = tally;
        if (counted == null) {
            counted = new UpperBoundTally(of, dump.bytes());
            tally = counted;
        }
        return counted;
    }

    /** The classes before the first object. */
    private HeapClasses known() {
        HeapClasses found = classes;
        if (found == null) {
            try (HprofFile file = dump.withoutObjects(classRecords.toByteArray())) {
                found = HeapClasses.of(file, classDumps(file), new long[0]);
            }
            classes = found;
            classRecords.reset();
        }
        return found;
    }

    private static List<ClassDump> classDumps(HprofFile file) {
        List<ClassDump> dumps = new ArrayList<>();
        RecordCursor record = new RecordCursor(file.bytes());
        for (Segment each : file.segments()) {
            record.reset(each.start(), each.end());
            while (record.next()) {
                dumps.add(ClassDump.read(file.bytes(), record.position()));
            }
        }
        return dumps;
    }

    private boolean[] rootClasses(HeapClasses of) {
        boolean[] rootClasses = new boolean[of.size()];
        for (HeapClass each : of.all()) {
            rootClasses[each.index()] =
                    each.dump() == null || stickyClasses.get(each.address()) != LongMap.ABSENT;
        }
        return rootClasses;
    }
}
