/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import java.util.regex.Pattern;

/** The common properties of all stored files. */
public interface KeptFile {
    /** The format of an id: day, time to the millisecond (UTC) and pid. */
    String ID_PATTERN = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    /** The compiled pattern of an id. */
    Pattern ID = Pattern.compile(ID_PATTERN);

    /** Returns the id, which sorts by time and is safe in paths and URLs. */
    String id();

    /** The name of its JVM. */
    String target();

    /** The size of the file. */
    long bytes();

    /** Whether an untrusted text is a valid id. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** The pid in an id, as seen by the sidecar. */
    static int pidOf(String id) {
        return (int) Long.parseLong(id.substring(id.lastIndexOf('-') + 1));
    }

    /** Checks the common properties of a record. */
    static void check(String id, long bytes) {
        if (!isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException(id + ": " + bytes + " bytes");
        }
    }
}
