/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.unit.ByteSize;

/**
 * What is brought out of a target ends here.
 *
 * @param reason why no more is taken, as a user reads it
 */
record DumpSizeLimit(long bytes, String reason) {
    /** One in so many bytes is not used: a full disk would lose more than a dump. */
    private static final int ROOM_LEFT = 20;

    static DumpSizeLimit of(DumpSpaceEstimate needs, long usableBytes) {
        long room = usableBytes - usableBytes / ROOM_LEFT;
        long most = needs.mostBytes();
        return room < most
                ? new DumpSizeLimit(
                        room,
                        "there is room for %s, as %s are free and some of that is left for others"
                                .formatted(new ByteSize(room), new ByteSize(usableBytes)))
                : new DumpSizeLimit(
                        most,
                        "no dump of this heap has more than %s".formatted(new ByteSize(most)));
    }
}
