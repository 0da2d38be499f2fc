/* SPDX-License-Identifier: Apache-2.0 */
import java.io.File;

/** deleteOnExit for each temporary file. */
public final class DeleteOnExitLeak {
    public static void run() {
        for (int i = 0; i < 80_000; i++) {
            new File("/tmp/none/shop-upload-" + i + "-" + Plant.text(i)).deleteOnExit();
        }
    }
}
