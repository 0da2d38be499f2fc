/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Asynchronous loggers of Log4j 2 with a drained ring buffer. */
public final class Log4jHealthy {
    public static Object run() throws Exception {
        System.setProperty("log4j2.contextSelector", "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");
        Logger logger = LogManager.getLogger("shop");
        for (int i = 0; i < 20_000; i++) {
            logger.info("paid " + i);
        }
        Thread.sleep(1_000);
        return logger;
    }
}
