/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import io.heapsight.delivery.ReceiverUrlParser;
import io.heapsight.unit.Labelled;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the environment variables that OpenTelemetry defines. The containers of a pod often share
 * them, so an invalid variable never stops the sidecar. As the specification demands, it is ignored
 * with a warning.
 *
 * @see <a
 *     href="https://opentelemetry.io/docs/specs/otel/protocol/exporter/">specs/otel/protocol/exporter</a>
 */
public final class OtlpEnvironment {
    private static final String EXPORTER = "OTEL_EXPORTER_OTLP_";
    private static final String ENDPOINT = "ENDPOINT";
    private static final String PROTOCOL = "http/protobuf";
    private static final String PATH = "v1/metrics";
    private static final long MIN_INTERVAL_MILLIS = 1_000;
    private static final long MAX_MILLIS = 86_400_000;
    private static final long INTERVAL_MILLIS = 60_000;
    private static final long TIMEOUT_MILLIS = 10_000;
    private static final int MOST_PAIRS = 128;

    private final Map<String, String> variables;
    private final List<String> warnings = new ArrayList<>();

    private OtlpEnvironment(Map<String, String> variables) {
        this.variables = variables;
    }

    /**
     * The result.
     *
     * @param settings empty: nothing is pushed
     * @param warnings about ignored variables, without their values
     */
    public record Result(Optional<OtlpSettings> settings, List<String> warnings) {
        /** Nothing is configured. */
        public static final Result NONE = new Result(Optional.empty(), List.of());

        public Result {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Reads the variables.
     *
     * @param own the endpoint in HEAPSIGHT_OTLP_ENDPOINT, to which {@code /v1/metrics} is added; it
     *     takes precedence
     */
    public static Result read(Optional<URI> own, Map<String, String> variables) {
        return new OtlpEnvironment(variables).read(own);
    }

    private Result read(Optional<URI> own) {
        if ("true".equalsIgnoreCase(variable("OTEL_SDK_DISABLED"))) {
            return Result.NONE;
        }
        Optional<URI> endpoint = own.map(OtlpEnvironment::ofMetrics).or(this::standardEndpoint);
        if (endpoint.isEmpty()) {
            return new Result(Optional.empty(), warnings);
        }
        boolean wanted = speaksHttp() && exportsByOtlp(); // else only our own key enables it
        if (own.isEmpty() && !wanted) {
            return new Result(Optional.empty(), warnings);
        }
        return endpoint.map(this::settings).orElse(Result.NONE);
    }

    private Result settings(URI endpoint) {
        OtlpSettings settings =
                new OtlpSettings(
                        endpoint,
                        pairs(name("HEADERS")),
                        millis(name("TIMEOUT"), 1, TIMEOUT_MILLIS),
                        isGzip(),
                        new OtlpSettings.Tls(
                                file("CERTIFICATE"),
                                file("CLIENT_CERTIFICATE"),
                                file("CLIENT_KEY")),
                        millis("OTEL_METRIC_EXPORT_INTERVAL", MIN_INTERVAL_MILLIS, INTERVAL_MILLIS),
                        temporality(),
                        resource());
        return new Result(Optional.of(settings), warnings);
    }

    private Optional<URI> standardEndpoint() {
        String name = name(ENDPOINT);
        String text = variable(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI endpoint = ReceiverUrlParser.parse(text);
            return Optional.of(name.equals(EXPORTER + ENDPOINT) ? ofMetrics(endpoint) : endpoint);
        } catch (IllegalArgumentException _) {
            ignored(name, "expected http://HOST:PORT or https://HOST:PORT");
            return Optional.empty();
        }
    }

    private static URI ofMetrics(URI base) {
        String text = base.toString();
        return URI.create((text.endsWith("/") ? text : text + "/") + PATH);
    }

    private boolean exportsByOtlp() {
        String exporters = variable("OTEL_METRICS_EXPORTER");
        return exporters.isEmpty() || List.of(exporters.split(",", -1)).contains("otlp");
    }

    private boolean speaksHttp() {
        String name = name("PROTOCOL");
        String protocol = variable(name);
        if (protocol.isEmpty() || protocol.equals(PROTOCOL)) {
            return true;
        }
        ignored(
                name,
                "%s is not supported, only %s (port 4318 of a Collector)"
                        .formatted(
                                protocol.matches("[a-z/]{1,20}") ? protocol : "this value",
                                PROTOCOL));
        return false;
    }

    private boolean isGzip() {
        String name = name("COMPRESSION");
        return switch (variable(name)) {
            case "", "none" -> false;
            case "gzip" -> true;
            default -> {
                ignored(name, "expected gzip or none");
                yield false;
            }
        };
    }

    private OtlpSettings.Temporality temporality() {
        String name = EXPORTER + "METRICS_TEMPORALITY_PREFERENCE";
        String text = variable(name).toLowerCase(Locale.ROOT);
        if (text.isEmpty()) {
            return OtlpSettings.Temporality.CUMULATIVE;
        }
        return Labelled.find(OtlpSettings.Temporality.values(), text)
                .orElseGet(
                        () -> {
                            ignored(name, "expected cumulative, delta or lowmemory");
                            return OtlpSettings.Temporality.CUMULATIVE;
                        });
    }

    private Duration millis(String name, long least, long usual) {
        String text = variable(name);
        if (text.isEmpty()) {
            return Duration.ofMillis(usual);
        }
        if (text.matches("[0-9]{1,8}")) {
            long millis = Long.parseLong(text);
            if (millis >= least && millis <= MAX_MILLIS) {
                return Duration.ofMillis(millis);
            }
        }
        ignored(name, "expected milliseconds, %d to %d".formatted(least, MAX_MILLIS));
        return Duration.ofMillis(usual);
    }

    private Optional<Path> file(String what) {
        String name = name(what);
        String text = variable(name);
        try {
            if (text.isEmpty()) {
                return Optional.empty();
            }
            Path file = Path.of(text);
            if (Files.isReadable(file) && !Files.isDirectory(file)) {
                return Optional.of(file);
            }
        } catch (InvalidPathException _) {
            // the same as a missing file
        }
        ignored(name, "expected a readable PEM file");
        return Optional.empty();
    }

    private Map<String, String> resource() {
        Map<String, String> attributes = pairs("OTEL_RESOURCE_ATTRIBUTES");
        String service = variable("OTEL_SERVICE_NAME");
        if (!service.isEmpty()) {
            attributes.put("service.name", service);
        }
        return attributes;
    }

    /** Parses {@code key=value,key=value} with percent escapes. */
    private Map<String, String> pairs(String name) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : variable(name).split(",", MOST_PAIRS)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair.strip() : pair.substring(0, equals).strip();
            if (pair.isBlank()) {
                continue;
            }
            try {
                if (equals < 0 || !key.matches("[\\w.!#$%&'*+^`|~/-]{1,255}")) {
                    throw new IllegalArgumentException("no pair");
                }
                String value = pair.substring(equals + 1).strip().replace("+", "%2B");
                pairs.put(key, URLDecoder.decode(value, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException _) {
                ignored(name, "expected key=value pairs with commas between them");
            }
        }
        return pairs;
    }

    /** Returns the name of the variable for metrics, or else of the one for all signals. */
    private String name(String what) {
        String ofMetrics = EXPORTER + "METRICS_" + what;
        return variable(ofMetrics).isEmpty() ? EXPORTER + what : ofMetrics;
    }

    private String variable(String name) {
        return variables.getOrDefault(name, "").strip();
    }

    private void ignored(String name, String expected) {
        String warning = "%s is ignored: %s".formatted(name, expected);
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }
}
