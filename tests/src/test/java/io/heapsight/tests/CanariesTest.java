/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.config.ConfigKey;
import io.heapsight.config.ConfigKeys;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every secret in the configuration and in a target is a canary. No output of the sidecar contains
 * one, even after failures.
 */
@NeedsDocker
class CanariesTest {
    /** Part of each canary; the following text names its secret. */
    private static final String CANARY = "c4n4ry";

    private static final Pattern AROUND_A_CANARY =
            Pattern.compile(".{0,80}" + CANARY + ".{0,20}", Pattern.CASE_INSENSITIVE);

    private static final String NOBODY = "http://127.0.0.1:1";

    /** A receiver within the sidecar's network, which refuses requests. */
    private static final String NO_STORE = "http://127.0.0.1:9404";

    private static final String TOKEN = CANARY + "-token";

    private static final String TLS_KEY = CANARY + "-tls-key";
    private static final String WEBHOOK_SECRET = CANARY + "-webhook-secret";
    private static final String WEBHOOK =
            NOBODY + "/T0/" + CANARY + "-path?key=" + CANARY + "-query";

    /** By configuration key; for a file by the key of its path. */
    private static final Map<String, String> OURS =
            Map.of(
                    "HEAPSIGHT_TOKEN_FILE", TOKEN,
                    "HEAPSIGHT_TLS_KEY", TLS_KEY,
                    "HEAPSIGHT_WEBHOOK", WEBHOOK,
                    "HEAPSIGHT_WEBHOOK_SECRET_FILE", WEBHOOK_SECRET);

    /** Variables that the storage libraries read. */
    private static final Map<String, String> OF_THE_STORE =
            Map.of(
                    "AWS_ACCESS_KEY_ID", "AKIA" + CANARY + "-id",
                    "AWS_SECRET_ACCESS_KEY", CANARY + "-store-key",
                    "AWS_SESSION_TOKEN", CANARY + "-session",
                    "AWS_CONTAINER_AUTHORIZATION_TOKEN", CANARY + "-authorization",
                    "AZURE_STORAGE_KEY", CANARY + "-account-key",
                    "AZURE_STORAGE_SAS_TOKEN", "sig=" + CANARY + "-signature");

    /** Slow requests, and the bundle itself. */
    private static final Set<String> IN_THE_BUNDLE =
            Set.of("/bundle", "/doctor", "/histogram", "/histogram/diff");

    private static final String RULES =
            """
            rules:
              - {name: at-once, when: threads > 1, actions: [threads, upload, webhook]}
            """;

    private static TargetContainer target;
    private static SidecarContainer sidecar;
    private static HttpCaller caller;

    /** Outputs by source. */
    private static final Map<String, String> SAID = new LinkedHashMap<>();

    @BeforeAll
    static void start() {
        target =
                TargetContainer.start(
                        TargetSpec.of(Jdk.JDK_21, "Canaries")
                                .withFlags("-Ddb.password=" + CANARY + "-property")
                                .withEnvironment("DB_PASSWORD", CANARY + "-of-the-target")
                                .withArguments(CANARY + "-argument")
                                .under(TargetSpec.Parent.RESTARTER));
        SidecarSpec spec =
                SidecarSpec.beside(target)
                        .withHeapDumps()
                        .on(SidecarSpec.Network.OWN)
                        .withToken(TOKEN)
                        .withFile("/run/webhook", WEBHOOK_SECRET)
                        .withFile("/run/rules.yaml", RULES)
                        .withFile("/run/key.pem", TLS_KEY)
                        .withFile("/run/store", credentialsFile())
                        .withEnvironment("AWS_SHARED_CREDENTIALS_FILE", "/run/store")
                        .withEnvironment("HEAPSIGHT_RULES", "/run/rules.yaml")
                        .withEnvironment("HEAPSIGHT_WEBHOOK", WEBHOOK)
                        .withEnvironment("HEAPSIGHT_WEBHOOK_SECRET_FILE", "/run/webhook")
                        .withEnvironment("HEAPSIGHT_STORE", "s3://dumps/evidence")
                        .withEnvironment("HEAPSIGHT_STORE_ENDPOINT", NO_STORE)
                        .withEnvironment("HEAPSIGHT_STORE_PATH_STYLE", "true");
        for (Map.Entry<String, String> secret : OF_THE_STORE.entrySet()) {
            spec = spec.withEnvironment(secret.getKey(), secret.getValue());
        }
        sidecar = SidecarContainer.start(spec);
        caller = sidecar.callerWithToken(TOKEN);
    }

    @AfterAll
    static void end() {
        sidecar.close();
        target.close();
    }

    private static String credentialsFile() {
        return """
        [default]
        aws_access_key_id = AKIA%1$s-file
        aws_secret_access_key = %1$s-in-the-file
        """
                .formatted(CANARY);
    }

    @Test
    void everyConfiguredSecretHasACanary() {
        assertThat(ConfigKeys.ALL)
                .filteredOn(ConfigKey::secret)
                .extracting(ConfigKey::name)
                .containsExactlyInAnyOrderElementsOf(OURS.keySet());
    }

    @Test
    void noOutputContainsASecret() throws Exception {
        Awaitility.await().until(() -> caller.get("/readyz").statusCode() == 200);
        hear("PUT /runs/canaries", caller.put("/runs/canaries", ""));
        failToStart();
        failToAsk();
        String dump = dumpThatIsNotStored();
        String recording = recording();
        target.restart();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> caller.get("/postmortems").body().contains("Canaries"));
        hearWhatTakesNoId();
        hearOfTheDump(dump);
        hearOfTheRecording(recording);
        hear("doctor", sidecar.heapsight("doctor"));
        hear("doctor as JSON", sidecar.heapsight("doctor", "--format", "json"));
        hearTheBundle();
        SAID.put("the log", sidecar.output());

        assertThat(SAID).hasSizeGreaterThan(60);
        assertThat(SAID.entrySet().stream().flatMap(CanariesTest::leaks)).isEmpty();
        assertThat(SAID.get("the log")).contains("webhook", "outcome=failed", "upload", "fired");
    }

    /** The sources of canaries, with the surrounding text. */
    private static Stream<String> leaks(Map.Entry<String, String> said) {
        return AROUND_A_CANARY
                .matcher(said.getValue())
                .results()
                .map(found -> said.getKey() + ": " + found.group());
    }

    /** Secrets in place of file names, and in URLs. */
    private static void failToStart() {
        Map<String, String> pasted = new LinkedHashMap<>(OURS);
        pasted.put("HEAPSIGHT_PORT", "0");
        pasted.put("HEAPSIGHT_WEBHOOK", "hooks/" + CANARY);
        pasted.put("HEAPSIGHT_WEBHOOK_HOSTS", "https://hooks.example.com/" + CANARY);
        pasted.put("HEAPSIGHT_STORE_ENDPOINT", "https://user:" + CANARY + "@store.example.com");
        pasted.put("HEAPSIGHT_STORE", "https://a.blob.example.com/c?sv=2024&sig=" + CANARY);
        Ran refused = sidecar.heapsightWith(pasted, "serve");
        hear("serve with pasted secrets", refused);
        assertThat(refused.err())
                .contains(OURS.keySet())
                .contains(
                        "HEAPSIGHT_WEBHOOK_HOSTS", "HEAPSIGHT_STORE_ENDPOINT", "HEAPSIGHT_STORE=");
        hear(
                "serve with a bad key",
                sidecar.heapsightWith(
                        Map.of(
                                "HEAPSIGHT_PORT", "0",
                                "HEAPSIGHT_TLS_KEY", "/run/key.pem",
                                "HEAPSIGHT_TLS_CERT", "/run/key.pem"),
                        "serve"));
    }

    private static void failToAsk() {
        hear("a wrong token", sidecar.callerWithToken(CANARY + "-wrong").get("/doctor"));
        hear("a wrong rule", caller.post("/rules/test", "rules: [{name: a, when: cpu}]"));
        hear("a wrong query", caller.get("/histogram?top=none"));
        hear("a wrong target", caller.get("/doctor?target=nobody"));
    }

    /** During an attempt, the sidecar's child processes are inspected. */
    private static String dumpThatIsNotStored() {
        DumpJob taken = DumpJob.start(caller, "/heapdumps");
        SAID.put("what an analysis is given", startOf("analysis-child"));
        done(taken);
        String id = DumpJob.newestDump(caller).at("id").text();
        DumpJob upload = DumpJob.start(caller, "/heapdumps/" + id + "/upload");
        String start = startOf("store-child");
        assertThat(start).contains("--store=s3://dumps/evidence");
        String known = start;
        for (String credential : OF_THE_STORE.values()) {
            known = known.replace(credential, "");
        }
        SAID.put("what an upload is given beside its credentials", known);
        assertThat(upload.awaitEnd().at("state").text()).isEqualTo("failed");
        return id;
    }

    private static String recording() {
        DumpJob taken = DumpJob.start(caller, "/recordings?seconds=1");
        SAID.put("what a summary of a recording is given", startOf("recording-child"));
        done(taken);
        return items("/recordings", "recordings").getLast().at("id").text();
    }

    private static void done(DumpJob job) {
        Json ended = job.awaitEnd();
        assertThat(ended.at("state").text()).as(ended.toString()).isEqualTo("done");
    }

    /** The command line and the environment of a child of the sidecar. */
    private static String startOf(String command) {
        long child =
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> sidecar.children(command), all -> !all.isEmpty())
                        .getFirst();
        return SidecarContainer.startOf(child);
    }

    /** Each request without path parameters; only the forms of it that cause work. */
    private static void hearWhatTakesNoId() {
        Json paths = Json.parse(caller.getJson("/openapi.json").body()).at("paths");
        for (String path : paths.names()) {
            if (paths.at(path).names().contains("get")
                    && !path.contains("{")
                    && !IN_THE_BUNDLE.contains(path)) {
                for (String accept : List.of("text/plain", "application/json", "text/html")) {
                    hear(accept + " of " + path, caller.send("GET", path, accept));
                }
            }
        }
        for (Map.Entry<String, String> list :
                Map.of("postmortems", "id", "runs", "name").entrySet()) {
            for (Json kept : items("/" + list.getKey(), list.getKey())) {
                String one = "/" + list.getKey() + "/" + kept.at(list.getValue()).text();
                hear("one of " + list.getKey(), caller.get(one));
                hear("one of " + list.getKey() + " as JSON", caller.getJson(one));
            }
        }
        for (Json kept : items("/threads/kept", "threadDumps")) {
            hear("kept threads", caller.get("/threads/kept/" + kept.at("id").text()));
        }
    }

    private static List<Json> items(String path, String field) {
        List<Json> items = Json.parse(caller.getJson(path).body()).at(field).items();
        assertThat(items).as(path).isNotEmpty();
        return items;
    }

    private static void hearOfTheDump(String id) {
        String of = "/heapdumps/" + id;
        for (String accept : List.of("text/plain", "application/json", "text/html")) {
            hear(accept + " of the summary", caller.send("GET", of + "/summary", accept));
        }
        String query = URLEncoder.encode("class = java.lang.String limit 1000", ISO_8859_1);
        HttpResponse<String> strings = caller.getJson(of + "/query?q=" + query);
        hear("query", strings);
        String address =
                Pattern.compile("0x[0-9a-f]+")
                        .matcher(strings.body())
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group();
        HttpResponse<String> secrets = caller.getJson(of + "/secrets");
        hear("secrets", secrets);
        assertThat(secrets.body()).contains("password");
        hear("an object", caller.get(of + "/objects/" + address));
    }

    /** A recording that is not scrubbed contains secrets: it is sent on request only. */
    private static void hearOfTheRecording(String id) throws IOException {
        String of = "/recordings/" + id;
        for (String accept : List.of("text/plain", "application/json", "text/html")) {
            hear(
                    accept + " of the recording's summary",
                    caller.send("GET", of + "/summary", accept));
        }
        try (InputStream recording = caller.getStream(of + "?scrub=true")) {
            SAID.put("the scrubbed recording", new String(recording.readAllBytes(), ISO_8859_1));
        }
    }

    private static void hearTheBundle() throws IOException {
        try (InputStream bundle = new GZIPInputStream(caller.getStream("/bundle"))) {
            String files = new String(bundle.readAllBytes(), ISO_8859_1);
            assertThat(files)
                    .contains(
                            "config.json",
                            "audit.txt",
                            "postmortem-",
                            "heapdump-",
                            "recording-",
                            "threads.txt");
            SAID.put("the bundle", files);
        }
    }

    private static void hear(String who, HttpResponse<String> answer) {
        SAID.put(who, answer.headers().map() + answer.body());
    }

    private static void hear(String who, Ran ran) {
        SAID.put(who, ran.out() + ran.err());
    }
}
