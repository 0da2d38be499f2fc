/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request of the attach protocol: strings, each ended by NUL:
 *
 * <pre>
 * version 1   "1" operation argument argument argument        at most 1,024 bytes each
 * version 2   "2" BYTES operation argument …                  BYTES: length of the following strings
 * </pre>
 *
 * @param operation "jcmd"
 * @param arguments of the operation; the others of version 1 are empty
 */
record AttachRequest(String operation, List<String> arguments) {
    static final int VERSION_1_BYTES = 1024;
    static final int VERSION_2_SINCE = 24;
    private static final int VERSION_1_ARGUMENTS = 3;

    int longestBytes() {
        return arguments.stream().mapToInt(each -> bytes(each).length).max().orElse(0);
    }

    boolean fitsVersion1() {
        return longestBytes() <= VERSION_1_BYTES;
    }

    byte[] version1() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        put(out, "1");
        put(out, operation);
        arguments.forEach(each -> put(out, each));
        for (int i = arguments.size(); i < VERSION_1_ARGUMENTS; i++) {
            put(out, "");
        }
        return out.toByteArray();
    }

    byte[] version2() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        put(body, operation);
        arguments.forEach(each -> put(body, each));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        put(out, "2");
        put(out, Integer.toString(body.size()));
        out.writeBytes(body.toByteArray());
        return out.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, String text) {
        out.writeBytes(bytes(text));
        out.write(0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
