/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * How much may be kept: {@code count=5,bytes=10g}.
 *
 * @param count of dumps
 * @param bytes of all of them together
 */
public record DumpQuota(int count, long bytes) {
    /** No bound but the disk. */
    public static final DumpQuota NONE = new DumpQuota(Integer.MAX_VALUE, Long.MAX_VALUE);

    private static final int MOST_DIGITS = 6;

    public DumpQuota {
        if (count < 1 || bytes < 1) {
            throw new IllegalArgumentException(count + " dumps, " + bytes + " bytes");
        }
    }

    /**
     * Parses one; what isn't named is not bounded.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static DumpQuota parse(String text) {
        int count = NONE.count;
        long bytes = NONE.bytes;
        for (String part : text.split(",", -1)) {
            String[] pair = part.strip().split("=", 2);
            if (pair.length == 2 && pair[0].equals("count") && count == NONE.count) {
                if (pair[1].length() > MOST_DIGITS) {
                    throw new IllegalArgumentException(text);
                }
                count = Integer.parseInt(pair[1]);
            } else if (pair.length == 2 && pair[0].equals("bytes") && bytes == NONE.bytes) {
                bytes = ByteSize.parse(pair[1]).bytes();
            } else {
                throw new IllegalArgumentException(text);
            }
        }
        return new DumpQuota(count, bytes);
    }

    /**
     * Which dumps have to go: the oldest ones that may.
     *
     * @param oldestFirst all that are kept
     * @param moreDumps that are about to come
     * @param moreBytes of those; what is larger than the quota leaves nothing else
     * @param stays dumps that somebody needs now
     */
    List<DumpRecord> excess(
            List<DumpRecord> oldestFirst,
            int moreDumps,
            long moreBytes,
            Predicate<DumpRecord> stays) {
        long dumps = (long) oldestFirst.size() + moreDumps;
        long total = moreBytes + oldestFirst.stream().mapToLong(DumpRecord::bytes).sum();
        List<DumpRecord> excess = new ArrayList<>();
        for (DumpRecord dump : oldestFirst) {
            if (dumps <= count && total <= bytes) {
                break;
            }
            if (!stays.test(dump)) {
                excess.add(dump);
                dumps--;
                total -= dump.bytes();
            }
        }
        return excess;
    }
}
