/* SPDX-License-Identifier: Apache-2.0 */
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A handler per job, never removed from its logger. */
public final class HandlersLeak {
    static final Logger LOGGER = Logger.getLogger("shop.jobs");

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
        for (int i = 0; i < 8_000; i++) {
            LOGGER.addHandler(new JobLog(i));
        }
    }
}
