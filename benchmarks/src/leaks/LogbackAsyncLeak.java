/* SPDX-License-Identifier: Apache-2.0 */
import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** A slow appender behind an AsyncAppender with a large queue. */
public final class LogbackAsyncLeak {
    static final class Slow extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            Plant.park();
        }
    }

    public static void run() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Slow slow = new Slow();
        slow.setContext(context);
        slow.start();
        AsyncAppender async = new AsyncAppender();
        async.setContext(context);
        async.setQueueSize(100_000);
        async.setDiscardingThreshold(0);
        async.addAppender(slow);
        async.start();
        Logger logger = context.getLogger("shop");
        context.getLogger("ROOT").detachAndStopAllAppenders();
        logger.addAppender(async);
        for (int i = 0; i < 60_000; i++) {
            logger.info("{} paid", Plant.text(i));
        }
    }
}
