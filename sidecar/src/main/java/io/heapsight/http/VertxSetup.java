/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.unit.EventLog;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Creates Vert.x with minimal resources: one event loop, worker pools of one thread that never
 * starts, no DNS client, no file cache, unpooled buffers. Its warnings go to the sidecar's log.
 */
final class VertxSetup {
    /**
     * System properties that Vert.x and Netty read when their classes are loaded; the command line
     * takes precedence.
     */
    private static final Map<String, String> PROPERTIES =
            Map.of(
                    "vertx.logger-delegate-factory-class-name",
                    "io.vertx.core.logging.JULLogDelegateFactory",
                    "vertx.disableDnsResolver",
                    "true",
                    "vertx.disableMetrics",
                    "true",
                    "io.netty.allocator.type",
                    "unpooled",
                    "io.netty.noPreferDirect",
                    "true",
                    "io.netty.recycler.maxCapacityPerThread",
                    "0",
                    "io.netty.jfr.enabled",
                    "false");

    /** The logging system holds loggers by weak references: this field keeps their levels. */
    private static final List<Logger> LIBRARIES =
            List.of(Logger.getLogger("io.vertx"), Logger.getLogger("io.netty"));

    private VertxSetup() {}

    /**
     * Sets the properties and the log. Call it before the first use of any Vert.x class, including
     * options.
     */
    static void prepareLibraries(EventLog log) {
        PROPERTIES.forEach(
                (name, value) -> {
                    if (System.getProperty(name) == null) {
                        System.setProperty(name, value);
                    }
                });
        // Otherwise it searches every jar for logging libraries.
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        routeLogging(log);
    }

    static Vertx start() {
        return Vertx.vertx(
                new VertxOptions()
                        .setEventLoopPoolSize(1)
                        .setWorkerPoolSize(1)
                        .setInternalBlockingPoolSize(1)
                        .setPreferNativeTransport(false)
                        .setDisableTCCL(true)
                        .setBlockedThreadCheckInterval(60_000)
                        .setFileSystemOptions(
                                new FileSystemOptions()
                                        .setFileCachingEnabled(false)
                                        .setClassPathResolvingEnabled(false)));
    }

    private static void routeLogging(EventLog log) {
        for (Logger library : LIBRARIES) {
            library.setLevel(Level.WARNING);
            library.setUseParentHandlers(false);
            for (Handler handler : library.getHandlers()) {
                library.removeHandler(handler);
            }
            library.addHandler(new ToEventLog(log));
        }
    }

    /** Writes log records of libraries to the sidecar's log. */
    private static final class ToEventLog extends Handler {
        private final EventLog log;

        ToEventLog(EventLog log) {
            this.log = log;
        }

        @Override
        public void publish(LogRecord record) {
            String message = record.getLoggerName() + ": " + record.getMessage();
            Throwable thrown = record.getThrown();
            if (thrown != null) {
                log.error(message, thrown);
            } else {
                log.warn(message);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
