/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.io.File;

/** Files to delete on exit: the JDK keeps each name. */
public final class TemporaryFiles {
    private TemporaryFiles() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 150_000); i > 0; i--) {
            new File("/tmp/upload-" + i + "/a-file-that-is-not-there").deleteOnExit();
        }
        Held.forever();
    }
}
