/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.ArrayList;
import java.util.List;

/** Retained chunks of uploads: byte arrays in a list of an object. */
public final class Uploads {
    private static final Uploads INSTANCE = new Uploads();

    private final List<byte[]> chunks = new ArrayList<>();

    private Uploads() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 400); i > 0; i--) {
            INSTANCE.chunks.add(new byte[64 << 10]);
        }
        Held.forever();
    }
}
