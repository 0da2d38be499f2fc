/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a dump's outermost records: positions of the segments and names of the classes.
 */
final class DumpOutline {
    private final List<Segment> segments = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final LongMap classNames = new LongMap();
    private final LongMap classSerials = new LongMap();
    private long foreign;
    private long foreignBytes;
    private String firstForeign = "";
    private boolean ended;
    private boolean second;
    private boolean whole;
    private boolean broken;
    private boolean cut;
    private long size;

    private DumpOutline() {}

    static DumpOutline read(HprofBytes bytes, long first) {
        DumpOutline outline = new DumpOutline();
        TopLevelCursor records = new TopLevelCursor(bytes, first);
        boolean segmented = false;
        while (records.next()) {
            outline.skipped(records.start() - records.skipped(), records.start());
            if (records.isForeign()) {
                outline.foreign(records);
            }
            if (records.tag() == TopLevelCursor.LOAD_CLASS) {
                outline.loadClass(bytes, records);
            } else if (records.isSegment()) {
                boolean whole = records.tag() == TopLevelCursor.HEAP_DUMP;
                segmented |= !whole;
                outline.segment(new Segment(records.body(), records.end()), whole);
            } else if (records.tag() == TopLevelCursor.HEAP_DUMP_END) {
                outline.ended = true;
            }
        }
        outline.skipped(bytes.size() - records.skipped(), bytes.size());
        boolean cut = records.cut() && records.skipped() == 0;
        outline.cut = cut || (segmented && !outline.ended && !outline.broken);
        outline.size = bytes.size();
        outline.whole = outline.ended && !cut && !outline.broken;
        if (outline.second) {
            outline.warnings.add("the file holds several dumps: the first one is analysed");
        }
        return outline;
    }

    private void foreign(TopLevelCursor record) {
        if (foreign++ == 0) {
            firstForeign =
                    "of unknown kind 0x%x at offset %s"
                            .formatted(record.tag(), Thousands.of(record.start()));
        }
        foreignBytes += record.nextPosition() - record.start();
    }

    /** Notes bytes that are not a record; they may contain parts of a segment. */
    private void skipped(long from, long to) {
        if (from == to) {
            return;
        }
        if (ended) {
            warnings.add("the bytes after the dump, from offset " + from + ", are not read");
            return;
        }
        broken = true;
        segments.add(new Segment(from, to));
    }

    /** Returns whether bytes other than records were found, perhaps inside segments. */
    boolean isBroken() {
        return broken;
    }

    /** Replaces the segments by their readable parts. */
    void salvage(HprofBytes bytes) {
        SalvagedSegments salvage = SalvagedSegments.of(bytes, List.copyOf(segments), classNames);
        segments.clear();
        segments.addAll(salvage.segments());
        cut &= !salvage.ended();
        whole |= salvage.ended();
        if (salvage.places() > 0) {
            whole = false;
            warnings.add(0, salvage.warning(bytes.size()));
        }
    }

    private void loadClass(HprofBytes bytes, TopLevelCursor record) {
        int id = bytes.idBytes();
        if (record.length() < 2L * Integer.BYTES + 2L * id) {
            return; // cut: a warning at the end says so
        }
        long serial = bytes.u4(record.body());
        long address = bytes.id(record.body() + Integer.BYTES);
        long name = bytes.id(record.body() + 2L * Integer.BYTES + id);
        classNames.put(address, name);
        classSerials.put(serial, name);
    }

    private void segment(Segment segment, boolean whole) {
        if (ended) {
            second = true;
            return;
        }
        segments.add(segment);
        ended = whole;
    }

    void keepOnly(List<Segment> parts) {
        List<Segment> kept = List.copyOf(parts);
        segments.clear();
        segments.addAll(kept);
    }

    List<Segment> segments() {
        return segments;
    }

    /** Whether the records reach the dump's end record and the end of the file. */
    boolean isWhole() {
        return whole;
    }

    List<String> warnings() {
        List<String> all = new ArrayList<>(warnings);
        if (foreign > 0) {
            String records =
                    foreign == 1 ? "a record " : Thousands.of(foreign) + " records, the first ";
            all.add(records + firstForeign + ", skipped: " + Thousands.of(foreignBytes) + " bytes");
        }
        if (cut) {
            all.add(
                    "the dump was cut at offset "
                            + size
                            + ": analysed as far as it goes; objects and roots after that are"
                            + " missing");
        }
        return all;
    }

    /** Maps a class' address to its name's identifier. */
    LongMap classNames() {
        return classNames;
    }

    /** Maps a class' serial number to its name's identifier. */
    LongMap classSerials() {
        return classSerials;
    }
}
