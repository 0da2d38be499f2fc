/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A queue between two threads of the program; the consumer hangs. */
public final class BlockingQueueLeak {
    static final class Writer extends Thread {
        private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();

        Writer() {
            super("audit-writer");
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                lines.take();
            } catch (InterruptedException e) {
                return;
            }
            Plant.park();
        }
    }

    public static void run() throws Exception {
        Catalogue.fill(6);
        Writer writer = new Writer();
        writer.start();
        for (int i = 0; i < 40_000; i++) {
            writer.lines.put(Plant.bytes(200, i));
        }
    }
}
