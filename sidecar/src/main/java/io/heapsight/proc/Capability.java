/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.util.ArrayList;
import java.util.List;

/**
 * The capabilities that a container has by default or that heapsight needs, by their bit in a mask
 * of {@code /proc/PID/status}.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/capabilities.7.html">capabilities(7)</a>
 */
public enum Capability {
    CHOWN(0),
    DAC_OVERRIDE(1),
    FOWNER(3),
    FSETID(4),
    KILL(5),
    SETGID(6),
    SETUID(7),
    SETPCAP(8),
    NET_BIND_SERVICE(10),
    NET_ADMIN(12),
    NET_RAW(13),
    SYS_CHROOT(18),
    SYS_PTRACE(19),
    SYS_ADMIN(21),
    SYS_RESOURCE(24),
    MKNOD(27),
    AUDIT_WRITE(29),
    SETFCAP(31);

    private final int bit;

    Capability(int bit) {
        this.bit = bit;
    }

    public long mask() {
        return 1L << bit;
    }

    public boolean in(long mask) {
        return (mask & mask()) != 0;
    }

    /** Lists known names, and numbers for other capabilities: "CHOWN, SYS_PTRACE, 40". */
    public static String namesIn(long mask) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Long.SIZE; i++) {
            if ((mask >>> i & 1) != 0) {
                names.add(nameOf(i));
            }
        }
        return String.join(", ", names);
    }

    private static String nameOf(int bit) {
        for (Capability capability : values()) {
            if (capability.bit == bit) {
                return capability.name();
            }
        }
        return Integer.toString(bit);
    }
}
