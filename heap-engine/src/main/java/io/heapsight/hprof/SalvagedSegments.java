/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.List;

/**
 * The readable parts of the segments of a broken dump: the records before each invalid one, and
 * those from the next plausible one.
 *
 * @param segments with valid records only
 * @param missing unreadable bytes between them
 * @param places number of gaps
 * @param firstOffset of the first gap
 * @param ended whether the dump's end record was found inside a segment
 */
record SalvagedSegments(
        List<Segment> segments, long missing, long places, long firstOffset, boolean ended) {
    /** Maximum number of gaps; a file with more is refused. */
    private static final int MOST_PLACES = 10_000;

    /** Reads all records and finds the valid ones. */
    static SalvagedSegments of(HprofBytes bytes, List<Segment> segments, LongMap classes) {
        Reader reader = new Reader(bytes, classes);
        for (Segment segment : segments) {
            reader.read(segment);
        }
        return new SalvagedSegments(
                List.copyOf(reader.sound),
                reader.missing,
                reader.places,
                reader.firstOffset,
                reader.ended);
    }

    /** The warning for the user. */
    String warning(long fileBytes) {
        return "the dump is broken at %s, first at offset %d: %d bytes (%.2f %%) can't be read, and their content is missing"
                .formatted(
                        places == 1 ? "one place" : places + " places",
                        firstOffset,
                        missing,
                        100.0 * missing / fileBytes);
    }

    private static final class Reader {
        private final HprofBytes bytes;
        private final LongMap classes;
        private final RecordCursor cursor;
        private final List<Segment> sound = new ArrayList<>();
        private long missing;
        private long places;
        private long firstOffset = -1;
        private boolean ended;

        Reader(HprofBytes bytes, LongMap classes) {
            this.bytes = bytes;
            this.classes = classes;
            this.cursor = new RecordCursor(bytes);
        }

        void read(Segment segment) {
            long from = segment.start();
            while (from < segment.end()) {
                long broken = readSound(from, segment.end());
                if (broken > from) {
                    sound.add(new Segment(from, broken));
                }
                if (broken >= segment.end() || isCut(broken, segment.end())) {
                    return;
                }
                if (bytes.resync().isEnd(broken)) {
                    ended = true;
                    return;
                }
                from = bytes.resync().nextRecord(broken + 1, segment.end(), classes);
                note(broken, from);
            }
        }

        /** The end of the valid records from a position. */
        private long readSound(long from, long end) {
            cursor.reset(from, end);
            try {
                while (cursor.next()) {
                    if (!isPlausible()) {
                        return cursor.position();
                    }
                }
                return cursor.nextPosition();
            } catch (HprofFormatException _) {
                return cursor.position();
            }
        }

        /** An object without a class means that a record before it was broken. */
        private boolean isPlausible() {
            int tag = cursor.tag();
            return (tag != SubRecord.INSTANCE && tag != SubRecord.OBJECT_ARRAY)
                    || classes.size() == 0
                    || classes.get(cursor.classAddress()) != LongMap.ABSENT;
        }

        /** Whether the end of the file has cut a record; another warning says so. */
        private boolean isCut(long position, long end) {
            return end == bytes.size()
                    && cursor.position() == position
                    && bytes.resync().nextRecord(position + 1, end, classes) == end
                    && SubRecord.isObject(bytes.u1(position));
        }

        private void note(long from, long to) {
            if (++places > MOST_PLACES) {
                throw new HprofFormatException(from, "the dump is broken in too many places");
            }
            if (firstOffset < 0) {
                firstOffset = from;
            }
            missing += to - from;
        }
    }
}
