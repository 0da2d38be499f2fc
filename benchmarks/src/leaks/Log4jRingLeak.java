/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Asynchronous loggers before a hanging appender: the ring buffer is full of messages. */
public final class Log4jRingLeak {
    static final class Hanging extends AbstractAppender {
        Hanging() {
            super("hanging", null, null, true, Property.EMPTY_ARRAY);
        }

        @Override
        public void append(LogEvent event) {
            Plant.park();
        }
    }

    public static void run() {
        System.setProperty("log4j2.contextSelector", "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");
        System.setProperty("log4j2.asyncLoggerRingBufferSize", "65536");
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        Hanging hanging = new Hanging();
        hanging.start();
        context.getConfiguration().getRootLogger().addAppender(hanging, Level.INFO, null);
        context.getConfiguration().getRootLogger().setLevel(Level.INFO);
        context.updateLoggers();
        Logger logger = LogManager.getLogger("shop");
        for (int i = 0; i < 65_000; i++) {
            logger.info("paid " + Plant.text(i) + Plant.text(i + 1));
        }
    }
}
