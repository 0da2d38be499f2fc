/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.List;

/**
 * The image under test, built from the checkout's Dockerfile once a run; -Dheapsight.image=TAG uses
 * an existing one.
 */
public final class HeapsightImage {
    private static final String TAG = System.getProperty("heapsight.image", "");

    private HeapsightImage() {}

    /** Its tag; the first call builds it. */
    public static String tag() {
        return TAG.isEmpty() ? Built.TAG : TAG;
    }

    private static final class Built {
        static final String TAG = build();

        private static String build() {
            String tag = "heapsight:test";
            Ran built = Ran.run(List.of("docker", "build", "-t", tag, "."), Checkout.root());
            if (built.exitCode() != 0) {
                throw new IllegalStateException(
                        "docker build failed:\n" + built.out() + built.err());
            }
            return tag;
        }
    }
}
