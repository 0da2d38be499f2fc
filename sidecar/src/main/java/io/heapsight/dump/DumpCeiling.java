/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.unit.ByteSize;

/**
 * What is brought out of a target ends here.
 *
 * @param reason why no more is taken, as a user reads it
 */
record DumpCeiling(long bytes, String reason) {
    /** One in so many bytes is not used: a full disk would lose more than a dump. */
    private static final int ROOM_LEFT = 20;

    static DumpCeiling of(DumpNeeds needs, long usableBytes) {
        long room = usableBytes - usableBytes / ROOM_LEFT;
        long most = needs.mostBytes();
        return room < most
                ? new DumpCeiling(
                        room,
                        "there is room for %s, as %s are free and some of that is left for others"
                                .formatted(new ByteSize(room), new ByteSize(usableBytes)))
                : new DumpCeiling(
                        most,
                        "no dump of this heap has more than %s".formatted(new ByteSize(most)));
    }
}
