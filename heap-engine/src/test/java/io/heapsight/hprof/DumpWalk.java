/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a whole dump as lines of text. */
final class DumpWalk {
    private static final int LONGEST_COPY = 64;

    private final HprofFile file;
    private final HprofBytes bytes;
    private final List<String> lines = new ArrayList<>();
    private final List<long[]> names = new ArrayList<>();
    private final List<Long> traces = new ArrayList<>();

    private DumpWalk(HprofFile file) {
        this.file = file;
        this.bytes = file.bytes();
    }

    /** The heap records in the order of the file. */
    static List<String> of(HprofFile file) {
        DumpWalk walk = new DumpWalk(file);
        RecordCursor records = new RecordCursor(file.bytes());
        for (Segment segment : file.segments()) {
            records.reset(segment.start(), segment.end());
            while (records.next()) {
                walk.record(records);
            }
        }
        walk.texts();
        return walk.lines;
    }

    static List<String> of(byte[] dump) {
        try (HprofFile file = DumpBuilder.open(dump)) {
            return of(file);
        }
    }

    private void record(RecordCursor record) {
        String line = Integer.toHexString(record.tag()) + " " + Long.toHexString(record.address());
        if (record.tag() == SubRecord.CLASS) {
            ClassDump dump = ClassDump.read(bytes, record.position());
            names.add(dump.fieldNames());
            names.add(dump.staticNames());
            names.add(new long[] {file.classNames().get(dump.address())});
            line += " " + dump.superAddress() + " " + dump.loader() + " " + dump.signers();
            line += " " + dump.protectionDomain() + " " + dump.fieldBytes();
            for (int i = 0; i < dump.staticValues().length; i++) {
                line += " " + dump.staticTypes()[i] + "=" + dump.staticValues()[i];
            }
        } else if (record.isObject()) {
            long present = record.nextPosition() - record.data();
            byte[] data = bytes.copy(record.data(), (int) Math.min(LONGEST_COPY, present));
            line += " " + record.length() + " " + Arrays.toString(data);
        } else {
            line += " " + record.threadSerial() + " " + record.frameOrTrace();
            if (record.tag() == SubRecord.ROOT_THREAD_OBJECT) {
                traces.add((long) record.frameOrTrace());
            }
        }
        lines.add(line);
    }

    private void texts() {
        DumpedNames texts = file.names(names);
        for (long[] ids : names) {
            for (long id : ids) {
                lines.add("name " + texts.text(id));
            }
        }
        long[] serials = traces.stream().mapToLong(Long::longValue).toArray();
        StackTraces stacks = file.stackTraces(serials);
        for (long serial : serials) {
            lines.add("stack " + stacks.frames(serial));
        }
    }
}
