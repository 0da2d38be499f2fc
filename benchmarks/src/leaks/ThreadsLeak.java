/* SPDX-License-Identifier: Apache-2.0 */
/** A thread per request that never ends. */
public final class ThreadsLeak {
    static final class Upload implements Runnable {
        @Override
        public void run() {
            byte[] buffer = Plant.bytes(40_000, 1);
            Plant.park();
            buffer[0] = 1;
        }
    }

    public static void run() throws Exception {
        for (int i = 0; i < 400; i++) {
            Thread upload = new Thread(null, new Upload(), "upload-" + i, 128 << 10);
            upload.setDaemon(true);
            upload.start();
        }
        Thread.sleep(2_000);
    }
}
