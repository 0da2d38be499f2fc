/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.unit.EventLog;
import io.netty.util.internal.logging.FormattingTuple;
import io.netty.util.internal.logging.InternalLogLevel;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.MessageFormatter;
import io.vertx.core.spi.logging.LogDelegate;
import io.vertx.core.spi.logging.LogDelegateFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes warnings and errors of Vert.x and Netty to the sidecar's log. Avoids {@code
 * java.util.logging}, which opens every jar at its start to look for another logging system. Open
 * jars took a fifth of an idle sidecar's heap.
 *
 * <p>Public, because Vert.x creates this class by its name.
 */
public final class LibraryLog implements LogDelegateFactory {
    private static volatile EventLog log = EventLog.to(System.err, EventLog.Format.TEXT);

    /** Sets the log of both libraries. Call it before the first use of any of their classes. */
    static void writeTo(EventLog log) {
        LibraryLog.log = log;
        InternalLoggerFactory.setDefaultFactory(
                new InternalLoggerFactory() {
                    @Override
                    protected InternalLogger newInstance(String name) {
                        return logger(InternalLogger.class, name, () -> LibraryLog.log);
                    }
                });
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public LogDelegate createDelegate(String name) {
        return logger(LogDelegate.class, name, () -> log);
    }

    /** Creates a logger of either library, whose interfaces have 60 methods with the same names. */
    static <T> T logger(Class<T> type, String name, Supplier<EventLog> log) {
        return type.cast(
                Proxy.newProxyInstance(
                        LibraryLog.class.getClassLoader(),
                        new Class<?>[] {type},
                        new LoggerMethods(name, log)));
    }

    private record LoggerMethods(String logger, Supplier<EventLog> log)
            implements InvocationHandler {
        @Override
        @SuppressWarnings("ReferenceEquality") // a proxy equals only itself
        public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "isWarnEnabled", "isErrorEnabled" -> true;
                case "isEnabled" -> isLogged(arguments[0]);
                case "warn", "error" -> write(arguments);
                case "log" ->
                        isLogged(arguments[0])
                                ? write(Arrays.copyOfRange(arguments, 1, arguments.length))
                                : null;
                case "hashCode" -> hashCode();
                case "equals" -> proxy == arguments[0];
                case "name", "implementation", "toString" -> logger;
                default -> method.getReturnType() == boolean.class ? false : null;
            };
        }

        private static boolean isLogged(Object level) {
            return level.equals(InternalLogLevel.WARN) || level.equals(InternalLogLevel.ERROR);
        }

        /**
         * @param arguments a message, the values of its placeholders one by one or in an array, and
         *     an exception; or an exception alone
         */
        private @Nullable Object write(Object[] arguments) {
            Object[] values =
                    Arrays.stream(arguments, 1, arguments.length)
                            .flatMap(
                                    each ->
                                            each instanceof Object[] all
                                                    ? Arrays.stream(all)
                                                    : Stream.of(each))
                            .toArray();
            FormattingTuple text =
                    MessageFormatter.arrayFormat(String.valueOf(arguments[0]), values);
            String message = logger + ": " + text.getMessage();
            Throwable thrown =
                    arguments[0] instanceof Throwable alone ? alone : text.getThrowable();
            if (thrown != null) {
                log.get().error(message, thrown);
            } else {
                log.get().warn(message);
            }
            return null;
        }
    }
}
