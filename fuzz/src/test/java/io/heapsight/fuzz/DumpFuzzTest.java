/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.DumpedNames;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Any bytes end in a result or in {@link HprofFormatException}. */
class DumpFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void dumpIsReadOrRefused(byte[] dump) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(Math.max(1, dump.length)).asSlice(0, dump.length);
            MemorySegment.copy(dump, 0, bytes, ValueLayout.JAVA_BYTE, 0, dump.length);
            // The file's own arena is a different one: closing it must not free these bytes.
            try (HprofFile file = HprofFile.open(Arena.ofShared(), bytes)) {
                readAll(file);
            }
        } catch (HprofFormatException _) {
            // The other allowed result.
        }
    }

    private static void readAll(HprofFile file) {
        List<long[]> identifiers = new ArrayList<>();
        List<Long> traces = new ArrayList<>();
        RecordCursor records = new RecordCursor(file.bytes());
        for (Segment segment : file.segments()) {
            records.reset(segment.start(), segment.end());
            while (records.next()) {
                if (records.tag() == SubRecord.CLASS) {
                    ClassDump dump = ClassDump.read(file.bytes(), records.position());
                    identifiers.add(dump.fieldNames());
                    identifiers.add(dump.staticNames());
                    identifiers.add(new long[] {file.classNames().get(dump.address())});
                } else if (records.tag() == SubRecord.ROOT_THREAD_OBJECT) {
                    traces.add((long) records.frameOrTrace());
                }
            }
        }
        DumpedNames names = file.names(identifiers);
        for (long[] ids : identifiers) {
            for (long id : ids) {
                names.text(id);
            }
        }
        file.stackTraces(traces.stream().mapToLong(Long::longValue).toArray());
    }
}
