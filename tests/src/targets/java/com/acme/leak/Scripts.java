/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/** A class loader per script, kept in a map by the script's text. */
public final class Scripts {
    private static final Map<String, Object> COMPILED = new HashMap<>();

    private Scripts() {}

    /** Loads the class of one script. */
    static final class ScriptLoader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass("com.acme.leak.Payload", bytes, 0, bytes.length);
        }
    }

    private static byte[] script() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = Scripts.class.getResourceAsStream("Payload.class")) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                bytes.write(next);
            }
        }
        return bytes.toByteArray();
    }

    public static void main(String[] arguments) throws Exception {
        byte[] script = script();
        for (int i = Held.times(arguments, 4_000); i > 0; i--) {
            Class<?> compiled = new ScriptLoader().define(script);
            COMPILED.put("script " + i, compiled);
        }
        Held.forever();
    }
}
