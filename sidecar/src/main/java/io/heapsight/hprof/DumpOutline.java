/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.List;

/**
 * What the outermost records of a dump say: where its segments are, and which classes have which
 * names.
 */
final class DumpOutline {
    private final List<Segment> segments = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final LongMap classNames = new LongMap();
    private final LongMap classSerials = new LongMap();
    private boolean ended;
    private boolean second;
    private boolean whole;

    private DumpOutline() {}

    static DumpOutline read(HprofBytes bytes, long first) {
        DumpOutline outline = new DumpOutline();
        TopLevelCursor records = new TopLevelCursor(bytes, first);
        boolean segmented = false;
        while (records.next()) {
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
        if (records.cut() || (segmented && !outline.ended)) {
            outline.warnings.add(
                    "the dump was cut at offset "
                            + bytes.size()
                            + ": analysed as far as it goes; objects and roots after that are"
                            + " missing");
        }
        outline.whole = outline.ended && !records.cut();
        if (outline.second) {
            outline.warnings.add("the file holds several dumps: the first one is analysed");
        }
        return outline;
    }

    private void loadClass(HprofBytes bytes, TopLevelCursor record) {
        int id = bytes.idBytes();
        if (record.length() < 2L * Integer.BYTES + 2L * id) {
            return; // cut: said so at the end
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

    List<Segment> segments() {
        return segments;
    }

    /** Whether the records lead to the one that ends a dump, and to the end of the file. */
    boolean isWhole() {
        return whole;
    }

    List<String> warnings() {
        return warnings;
    }

    /** From a class' address to its name's identifier. */
    LongMap classNames() {
        return classNames;
    }

    /** From a class' serial number to its name's identifier. */
    LongMap classSerials() {
        return classSerials;
    }
}
