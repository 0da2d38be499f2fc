/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * How much may be kept: {@code count=5,bytes=10g}.
 *
 * @param count of files
 * @param bytes of all of them together
 */
public record StorageQuota(int count, long bytes) {
    /** No bound but the disk. */
    public static final StorageQuota NONE = new StorageQuota(Integer.MAX_VALUE, Long.MAX_VALUE);

    private static final int MOST_DIGITS = 6;

    public StorageQuota {
        if (count < 1 || bytes < 1) {
            throw new IllegalArgumentException(count + " files, " + bytes + " bytes");
        }
    }

    /**
     * Parses one; what isn't named is not bounded.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static StorageQuota parse(String text) {
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
        return new StorageQuota(count, bytes);
    }

    /**
     * Which files have to go: the oldest ones that may.
     *
     * @param oldestFirst all that are kept
     * @param moreFiles that are about to come
     * @param moreBytes of those; what is larger than the quota leaves nothing else
     * @param held bytes of one of them
     * @param stays files that somebody needs now
     */
    <F extends KeptFile> List<F> excess(
            List<F> oldestFirst,
            int moreFiles,
            long moreBytes,
            ToLongFunction<F> held,
            Predicate<F> stays) {
        long files = (long) oldestFirst.size() + moreFiles;
        long total = moreBytes + oldestFirst.stream().mapToLong(held).sum();
        List<F> excess = new ArrayList<>();
        for (F file : oldestFirst) {
            if (files <= count && total <= bytes) {
                break;
            }
            if (!stays.test(file)) {
                excess.add(file);
                files--;
                total -= held.applyAsLong(file);
            }
        }
        return excess;
    }
}
