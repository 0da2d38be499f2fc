/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/**
 * Holds secrets as programs do: as its argument, in strings, also many equal ones, in char[] and
 * byte[], in maps and properties, and in a local variable of a thread.
 */
public final class Canaries {
    private static final int EQUAL_ONES = 500;
    private static final List<String> EQUAL = new ArrayList<>();
    private static final Map<String, String> BY_KEY = new HashMap<>();
    private static final Properties SETTINGS = new Properties();
    private static String password;
    private static char[] characters;
    private static byte[] bytes;

    private Canaries() {}

    public static void main(String[] arguments) {
        String inAFrame = arguments[0] + "-in-a-frame";
        password = arguments[0] + "-in-a-string";
        characters = (arguments[0] + "-in-chars").toCharArray();
        bytes = (arguments[0] + "-in-bytes").getBytes(StandardCharsets.US_ASCII);
        BY_KEY.put("password", arguments[0] + "-in-a-map");
        BY_KEY.put(arguments[0] + "-as-a-key", "x");
        SETTINGS.setProperty("db.password", arguments[0] + "-in-properties");
        for (int i = 0; i < EQUAL_ONES; i++) {
            EQUAL.add(arguments[0] + "-many-times");
        }
        Ready.print();
        while (inAFrame.length() > 0) {
            LockSupport.park();
        }
        throw new IllegalStateException(
                password + EQUAL + BY_KEY + SETTINGS + characters.length + bytes.length);
    }
}
