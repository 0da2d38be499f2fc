/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.nio.file.Path;
import java.util.Objects;

/** Paths in the checkout under test. */
public final class Checkout {
    private static final Path ROOT =
            Path.of(
                            Objects.requireNonNull(
                                    System.getProperty("heapsight.root"), "-Dheapsight.root"))
                    .toAbsolutePath();

    private Checkout() {}

    public static Path root() {
        return ROOT;
    }

    /** The class files of the target programs. */
    public static Path targets() {
        return ROOT.resolve("tests/target/targets");
    }

    /** Their sources. */
    static Path sources() {
        return ROOT.resolve("tests/src/targets/java");
    }

    /** For logs and other leftovers of tests. */
    public static Path scratch() {
        return ROOT.resolve("tests/target");
    }
}
