/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The sidecar's log: one line an event, on standard error, as text or as JSON.
 *
 * <pre>
 * 2026-11-21T03:10:00.120Z INFO operation done kind=histogram seconds=0.041
 * {"time":"2026-11-21T03:10:00.120Z","level":"info","message":"operation done","kind":"histogram","seconds":0.041}
 * </pre>
 *
 * Thread-safe: a line is written in one call. A line that does not fit in the Java heap is skipped,
 * and the next one reports it: logging a lack of memory never fails.
 */
public final class EventLog {
    /** The format of a line. */
    public enum Format {
        TEXT,
        JSON
    }

    /**
     * A named value of an event.
     *
     * @param value numbers and booleans keep their type in JSON; {@link IoReason} describes a
     *     failure; everything else is text
     */
    public record Field(String name, Object value) {}

    private final Consumer<String> sink;
    private final Format format;
    private final InstantSource clock;
    private final AtomicInteger leftOut = new AtomicInteger();

    /**
     * @param sink receives one line without its end
     */
    public EventLog(Consumer<String> sink, Format format, InstantSource clock) {
        this.sink = sink;
        this.format = format;
        this.clock = clock;
    }

    /** The log of the running program. */
    public static EventLog to(PrintStream stream, Format format) {
        return new EventLog(stream::println, format, InstantSource.system());
    }

    public static Field field(String name, Object value) {
        return new Field(name, value instanceof Throwable e ? IoReason.of(e) : value);
    }

    public void info(String message, Field... fields) {
        write("info", message, fields);
    }

    public void warn(String message, Field... fields) {
        write("warn", message, fields);
    }

    public void error(String message, Field... fields) {
        write("error", message, fields);
    }

    /** Logs a bug; the stack trace is in the same line, so that each line stays one event. */
    public void error(String message, Throwable cause) {
        try {
            StringWriter trace = new StringWriter();
            cause.printStackTrace(new PrintWriter(trace, true));
            write("error", message, field("exception", trace.toString().strip()));
        } catch (OutOfMemoryError _) {
            leftOut.incrementAndGet();
        }
    }

    private void write(String level, String message, Field... fields) {
        int before = leftOut.getAndSet(0);
        try {
            if (before > 0) {
                writeLine("warn", "log lines skipped: too little memory", field("lines", before));
                before = 0;
            }
            writeLine(level, message, fields);
        } catch (OutOfMemoryError _) {
            leftOut.addAndGet(before + 1);
        }
    }

    private void writeLine(String level, String message, Field... fields) {
        String time = clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
        StringBuilder line = new StringBuilder(160);
        switch (format) {
            case TEXT -> {
                line.append(time).append(' ').append(level.toUpperCase(Locale.ROOT));
                line.append(' ').append(oneLine(message));
                for (Field field : fields) {
                    line.append(' ').append(field.name()).append('=');
                    line.append(textValue(field.value()));
                }
            }
            case JSON -> {
                line.append("{\"time\":").append(quoted(time));
                line.append(",\"level\":").append(quoted(level));
                line.append(",\"message\":").append(quoted(message));
                for (Field field : fields) {
                    line.append(',').append(quoted(field.name())).append(':');
                    line.append(jsonValue(field.value()));
                }
                line.append('}');
            }
        }
        sink.accept(line.toString());
    }

    private static String oneLine(String text) {
        return VisibleText.of(text.replace("\r", "\\r").replace("\n", "\\n"));
    }

    private static String textValue(Object value) {
        String text = value.toString();
        boolean plain =
                !text.isEmpty()
                        && text.chars()
                                .allMatch(
                                        c ->
                                                c > ' '
                                                        && c != '"'
                                                        && c != '='
                                                        && !VisibleText.isHidden((char) c));
        return plain ? text : quoted(text);
    }

    private static String jsonValue(Object value) {
        boolean plain =
                value instanceof Boolean
                        || value instanceof Long
                        || value instanceof Integer
                        || (value instanceof Double number && Double.isFinite(number));
        return plain ? value.toString() : quoted(value.toString());
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (VisibleText.isHidden(c)) {
                        out.append(VisibleText.escape(c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
