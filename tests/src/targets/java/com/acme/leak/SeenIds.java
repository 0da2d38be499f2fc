/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.HashSet;
import java.util.Set;

/** A set of all identifiers: only strings. */
public final class SeenIds {
    private static final Set<String> SEEN = new HashSet<>();

    private SeenIds() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 250_000); i > 0; i--) {
            SEEN.add("request-" + i * 7L + "-of-some-length");
        }
        Held.forever();
    }
}
