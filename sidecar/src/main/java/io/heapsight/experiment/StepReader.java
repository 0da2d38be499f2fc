/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.yaml.YamlException;
import io.heapsight.yaml.YamlMap;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the steps and conditions of a plan. */
final class StepReader {
    private static final int MOST_PORT = 65_535;
    private static final int MOST_WORDS = 100;
    private static final int MOST_STATUS = 599;
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE");
    private static final List<String> KEYS =
            List.of("url", "method", "contentType", "body", "command", "timeout");

    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration MOST_TIMEOUT = Duration.ofHours(1);

    private StepReader() {}

    /** Reads the step under a key. */
    static Step step(YamlMap map, String key) throws YamlException {
        YamlMap step = map.map(key, "a step");
        step.only(KEYS);
        return read(step, "POST");
    }

    /** Reads the condition under a key. */
    static PollCondition condition(YamlMap map, String key) throws YamlException {
        YamlMap asked = map.map(key, "a question");
        asked.only(KEYS, "status", "contains");
        OptionalInt status =
                asked.has("status")
                        ? OptionalInt.of(asked.get("status").number(MOST_STATUS))
                        : OptionalInt.empty();
        return new PollCondition(
                question(asked), status, asked.find("contains").map(YamlMap.Value::text));
    }

    /** Reads the step under a key that reports a number. */
    static ReportedNumber number(YamlMap map, String key) throws YamlException {
        YamlMap asked = map.map(key, "for a step that reports a number");
        asked.only(KEYS, "metric");
        return new ReportedNumber(question(asked), asked.find("metric").map(YamlMap.Value::text));
    }

    /** Reads a step that changes nothing. */
    private static Step question(YamlMap map) throws YamlException {
        return read(map, "GET");
    }

    /**
     * Reads a step.
     *
     * @param method default for a request
     */
    private static Step read(YamlMap map, String method) throws YamlException {
        if (map.has("command") == map.has("url")) {
            throw new YamlException(map.line(), "a step has either a url or a command");
        }
        if (map.has("command")) {
            return command(map);
        }
        YamlMap.Value url = map.get("url");
        YamlMap.Value given = map.find("method").orElse(new YamlMap.Value(method, url.line()));
        String name = given.text().toUpperCase(Locale.ROOT);
        if (!METHODS.contains(name)) {
            throw given.wrong("not a method (expected GET, POST, PUT or DELETE)");
        }
        if (name.equals("GET") && map.has("body")) {
            throw map.get("body").wrong("a GET has no body (method: POST?)");
        }
        return new Step.Request(
                name,
                url(url),
                contentType(map),
                map.find("body").map(YamlMap.Value::text).orElse(""),
                timeout(map));
    }

    private static Step command(YamlMap map) throws YamlException {
        List<String> words = map.values("command").stream().map(YamlMap.Value::text).toList();
        if (words.isEmpty() || words.size() > MOST_WORDS || words.getFirst().isBlank()) {
            throw new YamlException(
                    map.line(), "a command is a list of 1 to %d words".formatted(MOST_WORDS));
        }
        return new Step.Command(words, timeout(map));
    }

    private static Optional<Duration> timeout(YamlMap map) throws YamlException {
        return map.has("timeout")
                ? Optional.of(map.get("timeout").duration(LEAST_TIMEOUT, MOST_TIMEOUT))
                : Optional.empty();
    }

    private static String contentType(YamlMap map) throws YamlException {
        if (map.find("contentType").isEmpty()) {
            return "application/json";
        }
        YamlMap.Value value = map.get("contentType");
        if (!value.text().matches("[\\x20-\\x7e]{1,200}")) {
            throw value.wrong("not a media type (expected application/json, text/plain, …)");
        }
        return value.text();
    }

    private static URI url(YamlMap.Value value) throws YamlException {
        try {
            URI url = URI.create(value.text());
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http
                    && url.getHost() != null
                    && url.getPort() <= MOST_PORT
                    && url.getUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw notUrl(value, e);
        }
        throw notUrl(value, null);
    }

    private static YamlException notUrl(YamlMap.Value value, @Nullable Exception cause) {
        return value.wrong(
                "not a URL (expected http://localhost:8080/…, no password in it)", cause);
    }
}
