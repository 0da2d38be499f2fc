/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.dump.analysis.AnalysisPlace;
import io.heapsight.operation.OperationKind;
import io.heapsight.otlp.OtlpEnvironment;
import io.heapsight.pyroscope.PyroscopeSettings;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RulesReader;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerSettings;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.SpellingSuggestion;
import io.heapsight.webhook.WebhookSettings;
import io.heapsight.webhook.WebhookUrl;
import io.heapsight.yaml.YamlException;
import io.heapsight.yaml.YamlFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads all keys from their sources and collects all faults before it fails. */
final class ConfigReader {
    private static final String PREFIX = "HEAPSIGHT_";

    /** Keys that the launcher script reads before it starts the JVM. */
    private static final Set<String> OF_THE_LAUNCHER = Set.of("HEAPSIGHT_JDK");

    private static final int MAX_QUOTED = 200;

    private record Sourced(String value, String source) {}

    private final Map<String, Sourced> given = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    /** Parsed values by name; a key with an invalid value is missing. */
    private final Map<String, Object> values = new HashMap<>();

    private final List<Setting> settings = new ArrayList<>();
    private List<Rule> rules = List.of();

    private ConfigReader() {}

    /**
     * Reads and checks the configuration.
     *
     * @param removed keys of earlier versions, and their replacements
     */
    static SidecarConfig read(Map<String, String> environment, Map<String, String> removed)
            throws ConfigException {
        ConfigReader reader = new ConfigReader();
        reader.gather(environment);
        reader.parseAll(removed);
        reader.checkTls();
        reader.readRules();
        reader.checkWebhook();
        reader.checkStore();
        reader.checkAnalysis();
        if (!reader.faults.isEmpty()) {
            throw new ConfigException(reader.faults);
        }
        return reader.build(environment);
    }

    private void gather(Map<String, String> environment) {
        Map<String, String> ours = new TreeMap<>();
        environment.forEach(
                (name, value) -> {
                    if (name.startsWith(PREFIX)
                            && !OF_THE_LAUNCHER.contains(name)
                            && !ServiceLinks.isOne(name, value)) {
                        ours.put(name, value);
                    }
                });
        String file = ours.getOrDefault(ConfigKeys.CONFIG.name(), "").strip();
        if (!file.isEmpty()) {
            gatherFile(file);
        }
        ours.forEach((name, value) -> given.put(name, new Sourced(value.strip(), "environment")));
    }

    private void gatherFile(String file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file))) {
            properties.load(reader);
        } catch (InvalidPathException e) {
            return; // reported as an invalid value of the key
        } catch (IOException | IllegalArgumentException e) {
            faults.add(
                    "%s=%s: can't be read as a properties file (%s)"
                            .formatted(ConfigKeys.CONFIG.name(), file, IoReason.why(e)));
            return;
        }
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (name.equals(ConfigKeys.CONFIG.name())) {
                faults.add(name + ": set it in the environment, not in " + file);
            } else {
                given.put(name, new Sourced(properties.getProperty(name).strip(), file));
            }
        }
    }

    private void parseAll(Map<String, String> removed) {
        for (ConfigKey<?> key : ConfigKeys.ALL) {
            Sourced sourced = given.get(key.name());
            if (sourced == null) {
                values.put(key.name(), key.parse(key.defaultValue()));
                settings.add(new Setting(key.name(), key.defaultValue(), "default"));
            } else {
                parse(key, sourced);
            }
        }
        Set<String> known = new TreeSet<>();
        ConfigKeys.ALL.forEach(key -> known.add(key.name()));
        for (Map.Entry<String, Sourced> entry : new TreeMap<>(given).entrySet()) {
            String name = entry.getKey();
            if (known.contains(name)) {
                continue;
            }
            String instead = removed.get(name);
            String why =
                    instead != null
                            ? "no longer a key: " + instead
                            : "unknown key" + suggestion(name, known);
            // An unknown key may be a misspelt key of a secret: its value is not shown.
            faults.add("%s (from %s): %s".formatted(name, entry.getValue().source(), why));
        }
    }

    private void parse(ConfigKey<?> key, Sourced sourced) {
        String shown = key.shown(sourced.value());
        settings.add(new Setting(key.name(), shown, sourced.source()));
        try {
            values.put(key.name(), key.parse(sourced.value()));
        } catch (IllegalArgumentException e) {
            String quoted =
                    shown.length() <= MAX_QUOTED ? shown : shown.substring(0, MAX_QUOTED) + "…";
            faults.add(
                    "%s=%s (from %s): expected %s"
                            .formatted(key.name(), quoted, sourced.source(), key.expected()));
        }
    }

    private static String suggestion(String name, Set<String> known) {
        return SpellingSuggestion.of(name, known).map("; did you mean %s?"::formatted).orElse("");
    }

    private void checkTls() {
        boolean bothFine =
                values.containsKey(HttpKeys.TLS_CERT.name())
                        && values.containsKey(HttpKeys.TLS_KEY.name());
        if (bothFine && get(HttpKeys.TLS_CERT).isPresent() != get(HttpKeys.TLS_KEY).isPresent()) {
            boolean keyMissing = get(HttpKeys.TLS_KEY).isEmpty();
            ConfigKey<?> missing = keyMissing ? HttpKeys.TLS_KEY : HttpKeys.TLS_CERT;
            ConfigKey<?> present = keyMissing ? HttpKeys.TLS_CERT : HttpKeys.TLS_KEY;
            faults.add(
                    "%s is empty, but %s is set: TLS needs both"
                            .formatted(missing.name(), present.name()));
        }
    }

    private void readRules() {
        if (!values.containsKey(TriggerKeys.RULES.name()) || get(TriggerKeys.RULES).isEmpty()) {
            return;
        }
        Path file = get(TriggerKeys.RULES).get();
        try {
            rules = RulesReader.read(YamlFile.read(file));
        } catch (YamlException e) {
            ruleFault(file, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            ruleFault(file, "it can't be read: " + IoReason.of(e));
        }
        for (Rule rule : rules) {
            for (TriggerAction action : rule.actions()) {
                missingKey(action)
                        .ifPresent(
                                key ->
                                        ruleFault(
                                                file,
                                                "line %d: the action %s of rule %s needs %s"
                                                        .formatted(
                                                                rule.line(),
                                                                action.label(),
                                                                rule,
                                                                key)));
            }
        }
    }

    /** Checks the webhook. Shows only the host: the rest of the URL may be secret. */
    private void checkWebhook() {
        boolean bothFine =
                values.containsKey(WebhookKeys.URL.name())
                        && values.containsKey(WebhookKeys.HOSTS.name());
        if (bothFine && get(WebhookKeys.URL).isPresent() && !get(WebhookKeys.HOSTS).isEmpty()) {
            WebhookUrl url = get(WebhookKeys.URL).get();
            if (!url.isAmong(get(WebhookKeys.HOSTS))) {
                faults.add(
                        "%s names the host %s, which is not among %s"
                                .formatted(
                                        WebhookKeys.URL.name(),
                                        url.host(),
                                        WebhookKeys.HOSTS.name()));
            }
        }
    }

    private void checkStore() {
        boolean bothFine =
                values.containsKey(StoreKeys.STORE.name())
                        && values.containsKey(StoreKeys.SSE.name());
        if (bothFine && get(StoreKeys.STORE).isPresent() && get(StoreKeys.SSE).isPresent()) {
            StoreUrl store = get(StoreKeys.STORE).get();
            ServerEncryption asked = get(StoreKeys.SSE).get();
            if (asked.service() != store.scheme()) {
                faults.add(
                        "%s=%s does not work with %s=%s"
                                .formatted(
                                        StoreKeys.SSE.name(),
                                        asked,
                                        StoreKeys.STORE.name(),
                                        store));
            }
        }
    }

    private void checkAnalysis() {
        boolean isJob = values.get(HeapDumpKeys.ANALYSIS.name()) == AnalysisPlace.JOB;
        if (isJob && values.containsKey(StoreKeys.STORE.name()) && !hasBucket()) {
            faults.add("HEAPSIGHT_ANALYSIS=job needs HEAPSIGHT_STORE=s3://…, gs://… or azblob://…");
        }
    }

    private boolean hasBucket() {
        return get(StoreKeys.STORE).filter(it -> it.scheme() != StoreUrl.Scheme.FILE).isPresent();
    }

    private void ruleFault(Path file, String reason) {
        faults.add(
                "%s=%s: %s; see docs/rules.md for the syntax"
                        .formatted(TriggerKeys.RULES.name(), file, reason));
    }

    private Optional<String> missing(ConfigKey<? extends Optional<?>> key) {
        return values.containsKey(key.name()) && get(key).isPresent()
                ? Optional.empty()
                : Optional.of(key.name());
    }

    /** Finds a missing key that an action needs. */
    private Optional<String> missingKey(TriggerAction action) {
        return switch (action) {
            case HISTOGRAM, GARBAGE, THREADS, GCLOG, HEAPDUMP, RECORDING, PROFILE ->
                    Optional.empty();
            case UPLOAD -> missing(StoreKeys.STORE);
            case WEBHOOK -> missing(WebhookKeys.URL);
        };
    }

    private Optional<WebhookSettings> webhook() {
        return get(WebhookKeys.URL)
                .map(
                        url ->
                                new WebhookSettings(
                                        url,
                                        get(WebhookKeys.FORMAT),
                                        get(WebhookKeys.SECRET_FILE),
                                        get(WebhookKeys.HOSTS),
                                        get(HeapDumpKeys.UPLOAD_CA)));
    }

    private Optional<PyroscopeSettings> pyroscope() {
        return get(PyroscopeKeys.URL)
                .map(
                        url ->
                                new PyroscopeSettings(
                                        url,
                                        get(PyroscopeKeys.TENANT),
                                        get(HeapDumpKeys.UPLOAD_CA)));
    }

    @SuppressWarnings("unchecked") // only the key's own parser stores its value
    private <T> T get(ConfigKey<T> key) {
        Object value = values.get(key.name());
        if (value == null) {
            throw new IllegalStateException(key.name() + " was not parsed");
        }
        return (T) value;
    }

    private SidecarConfig.Stores stores() {
        return new SidecarConfig.Stores(
                get(StoreKeys.STORE)
                        .map(
                                url ->
                                        new StoreSettings(
                                                url,
                                                get(StoreKeys.ENDPOINT),
                                                get(StoreKeys.REGION),
                                                get(StoreKeys.PATH_STYLE),
                                                get(StoreKeys.SSE),
                                                get(HeapDumpKeys.UPLOAD_CA))),
                get(StoreKeys.REDACT),
                get(StoreKeys.AUTO),
                get(StoreKeys.CLUSTER));
    }

    private SidecarConfig.Http http() {
        Optional<SidecarConfig.TlsFiles> tls =
                get(HttpKeys.TLS_CERT)
                        .flatMap(
                                cert ->
                                        get(HttpKeys.TLS_KEY)
                                                .map(key -> new SidecarConfig.TlsFiles(cert, key)));
        return new SidecarConfig.Http(
                get(HttpKeys.PORT),
                get(HttpKeys.BIND),
                get(HttpKeys.TOKEN_FILE),
                tls,
                get(HttpKeys.EXIT_WHEN_IDLE),
                get(HttpKeys.METRIC_NAMES));
    }

    private SidecarConfig build(Map<String, String> environment) {
        return new SidecarConfig(
                http(),
                new SidecarConfig.Sampling(
                        get(TargetKeys.TARGET),
                        get(TargetKeys.SAMPLE_INTERVAL),
                        get(TargetKeys.HEAP_INFO_INTERVAL),
                        get(TargetKeys.CODE_CACHE_INTERVAL),
                        get(TargetKeys.ATTACH_TIMEOUT),
                        get(TargetKeys.POD_MEMORY_LIMIT)),
                new SidecarConfig.Histograms(
                        get(TargetKeys.HISTOGRAM_INTERVAL),
                        get(TargetKeys.HISTOGRAM_TOP),
                        Map.of(
                                OperationKind.HISTOGRAM,
                                get(TargetKeys.MIN_INTERVAL_HISTOGRAM),
                                OperationKind.GARBAGE,
                                get(TargetKeys.MIN_INTERVAL_GARBAGE),
                                OperationKind.HEAPDUMP,
                                get(TargetKeys.MIN_INTERVAL_HEAPDUMP),
                                OperationKind.THREADS,
                                get(TargetKeys.MIN_INTERVAL_THREADS),
                                OperationKind.LOADERS,
                                get(TargetKeys.MIN_INTERVAL_LOADERS),
                                OperationKind.TRIM,
                                get(TargetKeys.MIN_INTERVAL_TRIM))),
                new SidecarConfig.HeapDumps(
                        get(HeapDumpKeys.DIR),
                        get(HeapDumpKeys.TIMEOUT),
                        get(HeapDumpKeys.QUOTA),
                        get(HeapDumpKeys.ANALYSIS),
                        get(HeapDumpKeys.ANALYSIS_MEMORY),
                        get(HeapDumpKeys.REVEAL_STRINGS),
                        get(HeapDumpKeys.UPLOAD_CA),
                        get(HeapDumpKeys.MAT)),
                new SidecarConfig.Profiles(
                        get(RecordingKeys.PROFILER), get(RecordingKeys.PROFILE_QUOTA)),
                new SidecarConfig.Recordings(
                        get(RecordingKeys.RECORDING_QUOTA),
                        get(RecordingKeys.RECORDING_MAX_SIZE),
                        get(RecordingKeys.BLACK_BOX)),
                stores(),
                new SidecarConfig.Runs(
                        get(RunKeys.MAX_RUNS),
                        get(RunKeys.MAX_RUN_SIZE).bytes(),
                        get(RunKeys.EXPERIMENT_HOSTS)),
                new TriggerSettings(
                        Stream.concat(get(TriggerKeys.TRIGGERS).stream(), rules.stream()).toList(),
                        get(TriggerKeys.COOL_DOWN),
                        get(TriggerKeys.MAX_PER_HOUR),
                        get(TriggerKeys.THREADS_QUOTA)),
                get(TargetKeys.MAX_PAUSE),
                get(RunKeys.MAX_POSTMORTEMS),
                webhook(),
                OtlpEnvironment.read(get(OtlpKeys.ENDPOINT), environment),
                pyroscope(),
                get(ConfigKeys.DATA_DIR),
                get(ConfigKeys.LOG_FORMAT),
                List.copyOf(settings));
    }
}
