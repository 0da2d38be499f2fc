/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.HashMap;
import java.util.Map;

/** An application that {@link Deployer} deploys, with its cache. */
public final class Webapp {
    private static final Map<Integer, byte[]> PAGES = new HashMap<>();

    private Webapp() {}

    public static void start(int pages) {
        for (int i = 0; i < pages; i++) {
            PAGES.put(i, new byte[300 + i % 7]);
        }
    }
}
