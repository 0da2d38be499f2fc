/* SPDX-License-Identifier: Apache-2.0 */
/** A finalizer that blocks: all later ones wait in the finalizer's queue. */
public final class FinalizerLeak {
    static final class Connection {
        final byte[] buffer = Plant.bytes(100, 7);

        @Override
        protected void finalize() {
            Plant.park();
        }
    }

    public static void run() throws Exception {
        for (int i = 0; i < 90_000; i++) {
            new Connection();
        }
        System.gc();
        Thread.sleep(500);
    }
}
