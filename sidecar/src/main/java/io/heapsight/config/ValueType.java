/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.kept.StorageQuota;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.TriggerParser;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Durations;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Labelled;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The type of a key's value.
 *
 * @param expected one phrase for errors and the manual: "a port, 0 to 65535"
 * @param parser throws IllegalArgumentException for an invalid value; its message is not shown
 * @param <T> type of the parsed value
 */
record ValueType<T>(String expected, Function<String, T> parser) {
    /** The word that disables a period. */
    static final String OFF = "off";

    static ValueType<Integer> integer(String what, int min, int max) {
        return new ValueType<>(
                "%s, %d to %d".formatted(what, min, max),
                text -> {
                    int number = Integer.parseInt(text);
                    if (number < min || number > max) {
                        throw new IllegalArgumentException(text);
                    }
                    return number;
                });
    }

    static ValueType<Duration> duration(String min, String max) {
        Duration least = Durations.parse(min);
        Duration most = Durations.parse(max);
        return new ValueType<>(
                "a duration, %s to %s (500ms, 5s, 2m, 1h)".formatted(min, max),
                text -> {
                    Duration duration = Durations.parse(text);
                    if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
                        throw new IllegalArgumentException(text);
                    }
                    return duration;
                });
    }

    static ValueType<Optional<Duration>> durationOrOff(String min, String max) {
        ValueType<Duration> duration = duration(min, max);
        return new ValueType<>(
                duration.expected() + ", or \"" + OFF + "\"",
                text ->
                        text.equals(OFF)
                                ? Optional.empty()
                                : Optional.of(duration.parser().apply(text)));
    }

    static ValueType<Optional<Duration>> durationOrNothing(String min, String max) {
        ValueType<Duration> duration = duration(min, max);
        return new ValueType<>(
                duration.expected() + ", or empty",
                text ->
                        text.isEmpty()
                                ? Optional.empty()
                                : Optional.of(duration.parser().apply(text)));
    }

    static ValueType<Boolean> bool() {
        return new ValueType<>(
                "true or false",
                text ->
                        switch (text) {
                            case "true" -> true;
                            case "false" -> false;
                            default -> throw new IllegalArgumentException(text);
                        });
    }

    /** A constant of an enum, by its label. */
    static <E extends Labelled> ValueType<E> choice(String expected, E[] values) {
        return new ValueType<>(
                expected,
                text -> Labelled.find(values, text).orElseThrow(IllegalArgumentException::new));
    }

    static ValueType<StorageQuota> quota() {
        return new ValueType<>(
                "bounds such as count=5,bytes=10g or one of the two, or \"" + OFF + "\"",
                text -> text.equals(OFF) ? StorageQuota.NONE : StorageQuota.parse(text));
    }

    static ValueType<List<Rule>> triggers() {
        return new ValueType<>(
                TriggerParser.expected() + ", or \"" + OFF + "\"",
                text -> text.equals(OFF) ? List.of() : TriggerParser.parseAll(text));
    }

    static ValueType<InetAddress> address() {
        return new ValueType<>("an IP address (0.0.0.0, 127.0.0.1, ::)", InetAddress::ofLiteral);
    }

    /** Parses hosts as in URLs. */
    static ValueType<List<String>> hosts() {
        return new ValueType<>(
                "hosts or host:port, with commas between them, or empty",
                text -> {
                    List<String> hosts = text.isEmpty() ? List.of() : List.of(text.split(",", -1));
                    for (String host : hosts) {
                        if (!host.matches("[A-Za-z0-9_.\\[\\]:-]{1,253}")) {
                            throw new IllegalArgumentException(host);
                        }
                    }
                    return hosts;
                });
    }

    static ValueType<String> text(String expected) {
        return new ValueType<>(expected, text -> text);
    }

    static ValueType<Path> absolutePath() {
        return new ValueType<>(
                "an absolute path",
                text -> {
                    Path path = path(text);
                    if (!path.isAbsolute()) {
                        throw new IllegalArgumentException(text);
                    }
                    return path;
                });
    }

    /** An optional path in the target, which may not exist in the sidecar. */
    static ValueType<Optional<String>> absolutePathOfTarget() {
        return new ValueType<>(
                "an absolute path in the target, or empty",
                text -> {
                    if (!text.isEmpty() && !path(text).isAbsolute()) {
                        throw new IllegalArgumentException(text);
                    }
                    return text.isEmpty() ? Optional.empty() : Optional.of(text);
                });
    }

    /** A size within bounds. */
    static ValueType<ByteSize> size(String min, String max) {
        ByteSize least = ByteSize.parse(min);
        ByteSize most = ByteSize.parse(max);
        return new ValueType<>(
                "a size, %s to %s".formatted(min, max),
                text -> {
                    ByteSize size = ByteSize.parse(text);
                    if (size.compareTo(least) < 0 || size.compareTo(most) > 0) {
                        throw new IllegalArgumentException(text);
                    }
                    return size;
                });
    }

    /** An optional size. */
    static ValueType<Optional<ByteSize>> sizeOrNothing(String min) {
        ByteSize least = ByteSize.parse(min);
        return new ValueType<>(
                "a size of at least %s (96m, 1g), or empty".formatted(min),
                text -> {
                    if (text.isEmpty()) {
                        return Optional.empty();
                    }
                    ByteSize size = ByteSize.parse(text);
                    if (size.compareTo(least) < 0) {
                        throw new IllegalArgumentException(text);
                    }
                    return Optional.of(size);
                });
    }

    /** An optional file, which exists and is not empty. */
    static ValueType<Optional<Path>> readableFile(String what) {
        return new ValueType<>(
                what,
                text -> {
                    if (text.isEmpty()) {
                        return Optional.empty();
                    }
                    Path path = path(text);
                    if (!Files.isReadable(path) || Files.isDirectory(path)) {
                        throw new IllegalArgumentException(text);
                    }
                    return Optional.of(path);
                });
    }

    /** An optional folder that contains an executable program. */
    static ValueType<Optional<Path>> folderOf(String program) {
        return new ValueType<>(
                "a folder with " + program + " in it, which is executable, or empty",
                text -> {
                    if (text.isEmpty()) {
                        return Optional.empty();
                    }
                    Path folder = path(text).toAbsolutePath();
                    Path file = folder.resolve(program);
                    if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
                        throw new IllegalArgumentException(text);
                    }
                    return Optional.of(folder);
                });
    }

    /** The words {@code text|json}, in any case. */
    static ValueType<EventLog.Format> logFormat() {
        return new ValueType<>(
                "text or json",
                text ->
                        switch (text) {
                            case "text" -> EventLog.Format.TEXT;
                            case "json" -> EventLog.Format.JSON;
                            default -> throw new IllegalArgumentException(text);
                        });
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
