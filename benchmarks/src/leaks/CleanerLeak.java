/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;

/** A Cleaner whose actions hold the objects to clean, so that they never run. */
public final class CleanerLeak {
    static final Cleaner CLEANER = Cleaner.create();

    static final class Handle {
        final byte[] buffer = Plant.bytes(200, 3);

        Handle() {
            CLEANER.register(this, () -> close());
        }

        void close() {
            buffer[0] = 0;
        }
    }

    public static void run() {
        for (int i = 0; i < 60_000; i++) {
            new Handle();
        }
    }
}
