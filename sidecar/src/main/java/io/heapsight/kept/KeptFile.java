/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import java.util.regex.Pattern;

/** What is known of a file that is kept, whatever it holds. */
public interface KeptFile {
    /** What an id looks like: day, time to the millisecond (UTC) and pid. */
    String ID_PATTERN = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    /** The same, compiled. */
    Pattern ID = Pattern.compile(ID_PATTERN);

    /** Sorts by time; safe in paths and URLs. */
    String id();

    /** The name of the JVM that it was taken of. */
    String target();

    /** The size of the file. */
    long bytes();

    /** Whether a text from outside may be used as an id. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** The process that an id names, as the sidecar saw it. */
    static int pidOf(String id) {
        return (int) Long.parseLong(id.substring(id.lastIndexOf('-') + 1));
    }

    /** Checks what every record of a kept file holds. */
    static void check(String id, long bytes) {
        if (!isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException(id + ": " + bytes + " bytes");
        }
    }
}
