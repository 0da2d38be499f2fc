/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * Recognizes outermost records that some writers add to the format. A record counts as foreign if
 * known records follow it, at the position that its length gives.
 */
final class ForeignRecordDetector {
    /** Known records in a row that confirm a length. */
    private static final int ENOUGH = 3;

    private static final int MOST = 64;

    private ForeignRecordDetector() {}

    /** Whether a foreign record begins at a position. */
    static boolean isOne(HprofBytes bytes, long position) {
        long at = position;
        int known = 0;
        for (int i = 0; i < MOST && known < ENOUGH; i++) {
            if (at == bytes.size() && known > 0) {
                return true;
            }
            if (bytes.size() - at < TopLevelCursor.HEADER) {
                return false;
            }
            int tag = bytes.u1(at);
            known = TopLevelCursor.isTag(tag) ? known + 1 : 0;
            at += TopLevelCursor.HEADER + bytes.u4(at + 1 + Integer.BYTES);
        }
        return known == ENOUGH;
    }
}
