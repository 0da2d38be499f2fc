/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The quota of stored files: {@code count=5,bytes=10g}.
 *
 * @param count of files
 * @param bytes of all of them together
 */
public record StorageQuota(int count, long bytes) {
    /** No limit. */
    public static final StorageQuota NONE = new StorageQuota(Integer.MAX_VALUE, Long.MAX_VALUE);

    private static final int MOST_DIGITS = 6;

    public StorageQuota {
        if (count < 1 || bytes < 1) {
            throw new IllegalArgumentException(count + " files, " + bytes + " bytes");
        }
    }

    /**
     * Parses a quota; unset parts are unlimited.
     *
     * @throws IllegalArgumentException if it is invalid
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
     * Selects the files to delete: the oldest deletable ones.
     *
     * @param oldestFirst all stored files
     * @param moreFiles number of new files
     * @param moreBytes size of the new files; a size above the quota deletes all others
     * @param held bytes of a file
     * @param stays whether a file is in use
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
