/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.heapsight.dump.analysis.AnalysisPlace;
import io.heapsight.operation.OperationKind;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarConfigTest {
    @TempDir Path folder;

    @Test
    void emptyConfigurationGivesTheDefaults() throws ConfigException {
        SidecarConfig config = SidecarConfig.read(Map.of("PATH", "/bin"));
        assertThat(config.http().port()).isEqualTo(9404);
        assertThat(config.http().bind().getHostAddress()).isEqualTo("0.0.0.0");
        assertThat(config.http().tokenFile()).isEmpty();
        assertThat(config.http().tls()).isEmpty();
        assertThat(config.sampling().target()).isEmpty();
        assertThat(config.sampling().interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.sampling().heapInfoInterval()).contains(Duration.ofSeconds(10));
        assertThat(config.sampling().codeCacheInterval()).isEmpty();
        assertThat(config.sampling().attachTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.histograms().interval()).isEmpty();
        assertThat(config.histograms().top()).isEqualTo(20);
        assertThat(config.histograms().minimumIntervals())
                .containsEntry(OperationKind.HISTOGRAM, Duration.ofSeconds(5))
                .containsEntry(OperationKind.GARBAGE, Duration.ofSeconds(60))
                .containsEntry(OperationKind.THREADS, Duration.ofSeconds(1));
        assertThat(config.dataDir()).isEqualTo(Path.of("/var/lib/heapsight"));
        assertThat(config.logFormat()).isEqualTo(EventLog.Format.TEXT);
        assertThat(config.settings())
                .hasSameSizeAs(ConfigKeys.ALL)
                .allMatch(setting -> setting.source().equals("default"));
    }

    @Test
    void environmentOverridesTheFileAndSourcesAreKept() throws ConfigException, IOException {
        Path file =
                Files.writeString(
                        folder.resolve("heapsight.properties"),
                        "HEAPSIGHT_PORT=1111\nHEAPSIGHT_SAMPLE_INTERVAL = 5s\n");
        SidecarConfig config =
                SidecarConfig.read(
                        Map.of("HEAPSIGHT_CONFIG", file.toString(), "HEAPSIGHT_PORT", "2222"));
        assertThat(config.http().port()).isEqualTo(2222);
        assertThat(config.sampling().interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.settings())
                .contains(
                        new Setting("HEAPSIGHT_PORT", "2222", "environment"),
                        new Setting("HEAPSIGHT_SAMPLE_INTERVAL", "5s", file.toString()),
                        new Setting("HEAPSIGHT_HISTOGRAM_TOP", "20", "default"));
    }

    @Test
    void allFaultsAreReportedWithKeyValueAndExpectation() {
        ConfigException refused =
                refused(
                        Map.of(
                                "HEAPSIGHT_PORT", "http",
                                "HEAPSIGHT_SAMPLE_INTERVAL", "10ms",
                                "HEAPSIGHT_LOG_FORMAT", "xml",
                                "HEAPSIGHT_HISTOGRAM_INTERVALL", "60s",
                                "HEAPSIGHT_DATA_DUR", "/tmp"));
        assertThat(refused.faults())
                .containsExactlyInAnyOrder(
                        "HEAPSIGHT_PORT=http (from environment): expected a port, 0 to 65535",
                        "HEAPSIGHT_SAMPLE_INTERVAL=10ms (from environment): expected a duration,"
                                + " 100ms to 1h (500ms, 5s, 2m, 1h)",
                        "HEAPSIGHT_LOG_FORMAT=xml (from environment): expected text or json",
                        "HEAPSIGHT_HISTOGRAM_INTERVALL (from environment): unknown key; did you"
                                + " mean HEAPSIGHT_HISTOGRAM_INTERVAL?",
                        "HEAPSIGHT_DATA_DUR (from environment): unknown key; did you mean"
                                + " HEAPSIGHT_DATA_DIR?");
        assertThat(refused.problem().detail()).contains(refused.faults());
    }

    @Test
    void removedKeyNamesItsSuccessor() {
        ConfigException refused =
                catchThrowableOfType(
                        ConfigException.class,
                        () ->
                                ConfigReader.read(
                                        Map.of("HEAPSIGHT_LISTEN", ":9404"),
                                        Map.of("HEAPSIGHT_LISTEN", "set HEAPSIGHT_PORT")));
        assertThat(refused.faults())
                .containsExactly(
                        "HEAPSIGHT_LISTEN (from environment): no longer a key: set HEAPSIGHT_PORT");
    }

    @Test
    void kubernetesServiceLinksAreNoSettings() throws ConfigException {
        SidecarConfig config =
                SidecarConfig.read(
                        Map.ofEntries(
                                Map.entry("HEAPSIGHT_SERVICE_HOST", "10.0.0.1"),
                                Map.entry("HEAPSIGHT_SERVICE_PORT", "9404"),
                                Map.entry("HEAPSIGHT_SERVICE_PORT_METRICS", "9404"),
                                Map.entry("HEAPSIGHT_PORT", "tcp://10.0.0.1:9404"),
                                Map.entry("HEAPSIGHT_PORT_9404_TCP", "tcp://10.0.0.1:9404"),
                                Map.entry("HEAPSIGHT_PORT_9404_TCP_PROTO", "tcp"),
                                Map.entry("HEAPSIGHT_PORT_9404_TCP_PORT", "9404"),
                                Map.entry("HEAPSIGHT_PORT_9404_TCP_ADDR", "10.0.0.1"),
                                Map.entry("HEAPSIGHT_WEB_SERVICE_HOST", "10.0.0.2"),
                                Map.entry("HEAPSIGHT_WEB_PORT", "tcp://10.0.0.2:80"),
                                Map.entry("HEAPSIGHT_WEB_PORT_80_TCP", "tcp://10.0.0.2:80")));
        assertThat(config.http().port()).isEqualTo(9404);
    }

    @Test
    void serviceLinkOfThePortDoesNotOverrideTheFile() throws ConfigException, IOException {
        Path file =
                Files.writeString(folder.resolve("heapsight.properties"), "HEAPSIGHT_PORT=1111");
        SidecarConfig config =
                SidecarConfig.read(
                        Map.of(
                                "HEAPSIGHT_CONFIG",
                                file.toString(),
                                "HEAPSIGHT_PORT",
                                "tcp://10.0.0.1:9404"));
        assertThat(config.http().port()).isEqualTo(1111);
    }

    @Test
    void launcherVariableIsNoSetting() throws ConfigException {
        assertThat(SidecarConfig.read(Map.of("HEAPSIGHT_JDK", "/opt/jdk")).settings()).isNotEmpty();
    }

    @Test
    void secretInPlaceOfItsPathIsHidden() {
        ConfigException refused = refused(Map.of("HEAPSIGHT_TOKEN_FILE", "s3cret-token"));
        assertThat(refused.faults())
                .containsExactly(
                        "HEAPSIGHT_TOKEN_FILE=(hidden) (from environment): expected a readable"
                                + " file, or empty");
        assertThat(refused).message().doesNotContain("s3cret");
    }

    /** The name of a key for a secret has to say so. */
    @Test
    void everySecretKeyHidesItsValue() {
        Pattern secrets = Pattern.compile("token|secret|password|private key|credential");
        assertThat(ConfigKeys.ALL)
                .filteredOn(key -> secrets.matcher(key.description()).find())
                .filteredOn(key -> !key.secret())
                .extracting(ConfigKey::name)
                .containsExactly("HEAPSIGHT_REVEAL_STRINGS", "HEAPSIGHT_STORE_REDACT");
    }

    @Test
    void secretsInUrlsAreHidden() {
        for (ConfigKey<?> key : ConfigKeys.ALL) {
            for (String url :
                    List.of(
                            "https://user:s3cr/3t@store.example.com",
                            "s3://AKIA:s3cr/3t@dumps/prefix",
                            "https://hooks.example.com/T0/s3cr",
                            "a.example.com,https://hooks.example.com/s3cr?s3cr#s3cr",
                            "s3://dumps/prefix?sig=s3cr")) {
                assertThat(key.shown(url)).as(key.name()).doesNotContain("s3cr", "3t");
            }
        }
        assertThat(StoreKeys.STORE.shown("s3://dumps/prefix")).isEqualTo("s3://dumps/prefix");
        assertThat(StoreKeys.ENDPOINT.shown("http://minio:9000/")).isEqualTo("http://minio:9000/");
        assertThat(StoreKeys.ENDPOINT.shown("https://u:p@minio/a"))
                .isEqualTo("https://(hidden)@minio/(hidden)");
    }

    @Test
    void signatureInTheStoreUrlIsHidden() {
        ConfigException refused =
                refused(
                        Map.of(
                                "HEAPSIGHT_STORE",
                                "azblob://dumps?sv=2021&sig=s3cret",
                                "HEAPSIGHT_STORE_ENDPOINT",
                                "https://me:s3cret@acme.blob.core.windows.net"));
        assertThat(refused.faults())
                .hasSize(2)
                .anyMatch(fault -> fault.startsWith("HEAPSIGHT_STORE=azblob://dumps?(hidden)"))
                .anyMatch(fault -> fault.startsWith("HEAPSIGHT_STORE_ENDPOINT=https://(hidden)"));
        assertThat(refused).message().doesNotContain("s3cret");
    }

    @Test
    void encryptionOfAnotherServiceIsRefused() {
        assertThat(
                        refused(
                                        Map.of(
                                                "HEAPSIGHT_STORE",
                                                "gs://dumps/prod",
                                                "HEAPSIGHT_STORE_SSE",
                                                "aws:kms"))
                                .faults())
                .containsExactly(
                        "HEAPSIGHT_STORE_SSE=aws:kms does not work with"
                                + " HEAPSIGHT_STORE=gs://dumps/prod");
    }

    @Test
    void analysisByJobsNeedsABucket() throws ConfigException {
        String fault = "HEAPSIGHT_ANALYSIS=job needs HEAPSIGHT_STORE=s3://…, gs://… or azblob://…";
        Map<String, String> job = Map.of("HEAPSIGHT_ANALYSIS", "job");
        assertThat(refused(job).faults()).containsExactly(fault);
        Map<String, String> onAVolume =
                Map.of("HEAPSIGHT_ANALYSIS", "job", "HEAPSIGHT_STORE", "file:///evidence");
        assertThat(refused(onAVolume).faults()).containsExactly(fault);
        assertThat(refused(Map.of("HEAPSIGHT_ANALYSIS", "pod")).faults())
                .containsExactly(
                        "HEAPSIGHT_ANALYSIS=pod (from environment): expected child or job");
        Map<String, String> inABucket =
                Map.of("HEAPSIGHT_ANALYSIS", "job", "HEAPSIGHT_STORE", "s3://dumps");
        assertThat(SidecarConfig.read(inABucket).heapDumps().analysis())
                .isEqualTo(AnalysisPlace.JOB);
        assertThat(SidecarConfig.read(Map.of()).heapDumps().analysis())
                .isEqualTo(AnalysisPlace.CHILD);
    }

    @Test
    void webhookShowsItsHostAtMost() throws ConfigException {
        String url = "https://hooks.example.com/T0/s3cret?key=s3cret";
        SidecarConfig config = SidecarConfig.read(Map.of("HEAPSIGHT_WEBHOOK", url));
        assertThat(config.webhook().orElseThrow().url().host()).isEqualTo("hooks.example.com");
        assertThat(config.toString()).doesNotContain("s3cret");
        assertThat(config.settings())
                .contains(new Setting("HEAPSIGHT_WEBHOOK", "(hidden)", "environment"));

        ConfigException refused =
                refused(
                        Map.of(
                                "HEAPSIGHT_WEBHOOK",
                                url,
                                "HEAPSIGHT_WEBHOOK_HOSTS",
                                "example.com,other:9093"));
        assertThat(refused.faults())
                .containsExactly(
                        "HEAPSIGHT_WEBHOOK names the host hooks.example.com, which is not among"
                                + " HEAPSIGHT_WEBHOOK_HOSTS");
        assertThat(refused(Map.of("HEAPSIGHT_WEBHOOK", "hooks/s3cret")))
                .message()
                .contains("HEAPSIGHT_WEBHOOK=(hidden)", "expected https://HOST/PATH")
                .doesNotContain("s3cret");
        assertThat(refused(Map.of("HEAPSIGHT_WEBHOOK_FORMAT", "teams")).faults())
                .containsExactly(
                        "HEAPSIGHT_WEBHOOK_FORMAT=teams (from environment): expected cloudevents"
                                + " or slack or alertmanager");
    }

    @Test
    void tlsNeedsBothFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("cert.pem"), "-----BEGIN CERTIFICATE-----");
        assertThat(refused(Map.of("HEAPSIGHT_TLS_CERT", file.toString())).faults())
                .containsExactly(
                        "HEAPSIGHT_TLS_KEY is empty, but HEAPSIGHT_TLS_CERT is set: TLS needs"
                                + " both");
    }

    @Test
    void missingFileAndForbiddenKeyStopTheStart() throws IOException {
        assertThat(refused(Map.of("HEAPSIGHT_CONFIG", "/nowhere")).faults())
                .anyMatch(fault -> fault.startsWith("HEAPSIGHT_CONFIG=/nowhere"));
        Path file =
                Files.writeString(
                        folder.resolve("heapsight.properties"),
                        "HEAPSIGHT_CONFIG=/other\nPORT=1\n");
        assertThat(refused(Map.of("HEAPSIGHT_CONFIG", file.toString())).faults())
                .containsExactly(
                        "HEAPSIGHT_CONFIG: set it in the environment, not in " + file,
                        "PORT (from " + file + "): unknown key");
    }

    @Test
    void manualListsEveryKey() throws IOException {
        Path file = Path.of("..", "docs", "configuration.md");
        String manual = Files.readString(file);
        String prose = manual.substring(0, manual.indexOf("| key |"));
        if (System.getProperty("golden.update") != null) {
            Files.writeString(file, prose + markdownTable());
        }
        assertThat(Files.readString(file))
                .as("the table; -Dgolden.update rewrites it")
                .isEqualTo(prose + markdownTable());
    }

    /** The page explains these above its table. */
    private static final Pattern EXPLAINED =
            Pattern.compile(
                    " \\((500ms|96m|signals:)[^)]*\\)"
                            + "| such as count=5,bytes=10g or one of the two|, or empty$");

    private static String markdownTable() {
        StringBuilder table = new StringBuilder("| key | default | expected | what it does |\n");
        table.append("|---|---|---|---|\n");
        for (ConfigKey<?> key : ConfigKeys.ALL) {
            String value = key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`";
            String expected = EXPLAINED.matcher(key.expected()).replaceAll("");
            table.append(
                    "| `%s` | %s | %s | %s |\n"
                            .formatted(key.name(), value, expected, key.description()));
        }
        return table.toString();
    }

    /** Service links of Kubernetes, variables of scripts and benchmarks, and common prefixes. */
    private static final Set<String> NO_KEYS =
            Set.of(
                    "HEAPSIGHT_HOST_PORT",
                    "HEAPSIGHT_IMAGE",
                    "HEAPSIGHT_JDK",
                    "HEAPSIGHT_MIN_INTERVAL",
                    "HEAPSIGHT_SERVICE_HOST",
                    "HEAPSIGHT_SERVICE_PORT",
                    "HEAPSIGHT_SERVICE_PORT_METRICS",
                    "HEAPSIGHT_SIGN_KEY",
                    "HEAPSIGHT_SIGN_KEY_URL");

    @Test
    void manualsAndManifestsNameOnlyExistingKeys() throws IOException {
        Set<String> keys = ConfigKeys.ALL.stream().map(ConfigKey::name).collect(Collectors.toSet());
        Pattern key = Pattern.compile("HEAPSIGHT_[A-Z_]*[A-Z]");
        for (String folder : List.of("README.md", "docs", "k8s", "ecs", "docker-compose.yml")) {
            try (Stream<Path> files = Files.walk(Path.of("..", folder))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Matcher named =
                            key.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
                    while (named.find()) {
                        assertThat(keys.contains(named.group()) || NO_KEYS.contains(named.group()))
                                .as("%s in %s", named.group(), file)
                                .isTrue();
                    }
                }
            }
        }
    }

    @Test
    void invalidTriggerIsReportedWithTheExpectedSyntax() throws Exception {
        assertThat(refused(Map.of("HEAPSIGHT_TRIGGERS", "heap>90%:panic")).faults())
                .singleElement(STRING)
                .startsWith("HEAPSIGHT_TRIGGERS=heap>90%:panic (from environment): expected rules")
                .contains("container_memory", "gc_overhead", "histogram", "\"off\"");
        assertThat(SidecarConfig.read(Map.of("HEAPSIGHT_TRIGGERS", "off")).triggers().rules())
                .isEmpty();
        assertThat(SidecarConfig.read(Map.of()).triggers().rules())
                .hasToString(
                        "[container_memory_next>90%:histogram, container_memory>90%:histogram]");
    }

    @Test
    void rulesAndTriggersAreRead() throws Exception {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, "rules:\n- {name: a, when: on start, actions: [threads]}\n");
        assertThat(
                        SidecarConfig.read(Map.of("HEAPSIGHT_RULES", file.toString()))
                                .triggers()
                                .rules())
                .hasToString(
                        "[container_memory_next>90%:histogram, container_memory>90%:histogram, a]");
    }

    @Test
    void invalidRuleIsReportedWithFileAndLine() throws Exception {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, "rules:\n- {name: a, when: on start, actions: [thread]}\n");
        assertThat(refused(Map.of("HEAPSIGHT_RULES", file.toString())).faults())
                .containsExactly(
                        "HEAPSIGHT_RULES="
                                + file
                                + ": line 2: \"thread\": not an action: did you mean threads?; see"
                                + " docs/rules.md for the syntax");
        assertThat(refused(Map.of("HEAPSIGHT_RULES", "/nowhere")).faults())
                .singleElement(STRING)
                .contains("expected a readable YAML file");
    }

    @Test
    void actionWithAMissingKeyStopsTheStart() throws Exception {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, "rules:\n- {name: a, when: on start, actions: [webhook]}\n");
        assertThat(refused(Map.of("HEAPSIGHT_RULES", file.toString())).faults())
                .singleElement(STRING)
                .contains("line 2: the action webhook of rule a needs HEAPSIGHT_WEBHOOK");
        assertThat(
                        SidecarConfig.read(
                                        Map.of(
                                                "HEAPSIGHT_RULES",
                                                file.toString(),
                                                "HEAPSIGHT_WEBHOOK",
                                                "https://hooks.example.com/a"))
                                .triggers()
                                .rules()
                                .getLast())
                .hasToString("a");
    }

    private static ConfigException refused(Map<String, String> environment) {
        return catchThrowableOfType(ConfigException.class, () -> SidecarConfig.read(environment));
    }

    @Test
    void binaryFileIsCalledSo() throws IOException {
        Path file = Files.write(folder.resolve("heapsight.properties"), new byte[] {(byte) 0xff});
        assertThat(refused(Map.of("HEAPSIGHT_CONFIG", file.toString())).faults())
                .singleElement(STRING)
                .endsWith("can't be read as a properties file (it is not text)");
    }
}
