/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.unit.ByteSize;

/**
 * The size limit of a transfer from a target.
 *
 * @param reason of the limit, for the user
 */
public record TransferLimit(long bytes, String reason) {
    /** One in so many bytes is not used: a full disk would lose more than a dump. */
    private static final int ROOM_LEFT = 20;

    /**
     * The smaller of two bounds.
     *
     * @param most that such a file can have
     * @param reason why no more can be
     */
    public static TransferLimit of(long most, String reason, long usableBytes) {
        long room = usableBytes - usableBytes / ROOM_LEFT;
        return room < most
                ? new TransferLimit(
                        room,
                        "at most %s can be used: %s are free, and a part of that is reserved"
                                .formatted(new ByteSize(room), new ByteSize(usableBytes)))
                : new TransferLimit(most, reason);
    }
}
