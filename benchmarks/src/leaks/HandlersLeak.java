/* SPDX-License-Identifier: Apache-2.0 */
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A handler for each job, never removed from its logger. */
public final class HandlersLeak {
    static final class JobLog extends Handler {
        final byte[] lines;

        JobLog(int i) {
            lines = Plant.bytes(900, i);
        }

        @Override
        public void publish(LogRecord record) {}

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static void run() {
        Logger logger = Logger.getLogger("shop.jobs");
        for (int i = 0; i < 8_000; i++) {
            logger.addHandler(new JobLog(i));
        }
    }
}
