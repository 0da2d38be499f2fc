/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.unit.ByteSize;

/**
 * The size limit of a transfer from a target.
 *
 * @param reason of the limit, for the user
 */
public record TransferLimit(long bytes, String reason) {
    /**
     * The reserved part of the free space, as a divisor: a full disk costs more than a missing
     * dump.
     */
    private static final int ROOM_LEFT = 20;

    /**
     * Returns the smaller of two bounds.
     *
     * @param most maximum possible size of such a file
     * @param reason for this bound
     */
    public static TransferLimit of(long most, String reason, long usableBytes) {
        long room = usableBytes - reservedBytes(usableBytes);
        return room < most
                ? new TransferLimit(
                        room,
                        "at most %s can be used: %s are free, and a part of that is reserved"
                                .formatted(new ByteSize(room), new ByteSize(usableBytes)))
                : new TransferLimit(most, reason);
    }

    /** Returns the part of the free space that stays free. */
    static long reservedBytes(long usableBytes) {
        return usableBytes / ROOM_LEFT;
    }
}
