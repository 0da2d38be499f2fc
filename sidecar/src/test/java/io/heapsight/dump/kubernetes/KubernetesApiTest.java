/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.store.rest.RestClient;
import io.heapsight.upload.ScriptedStorage;
import io.heapsight.upload.TlsFiles;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The connection to an API server by HTTPS. */
@Timeout(60)
class KubernetesApiTest {
    private static final RestClient.Patience SHORT =
            new RestClient.Patience(1, Duration.ofMillis(1), Duration.ofMillis(1));

    @TempDir private Path account;

    @BeforeEach
    void writeAccount() throws Exception {
        Files.writeString(account.resolve("namespace"), "shop");
        Files.writeString(account.resolve("token"), "secret");
        Files.copy(TlsFiles.certificate(), account.resolve("ca.crt"));
    }

    private KubernetesApi api(String host, ScriptedStorage server) throws Exception {
        URI uri = URI.create("https://" + host + ":" + server.port());
        return new KubernetesApi(new ServiceAccount(uri, account), SHORT);
    }

    @Test
    void theAuthorityOfTheServiceAccountIsTrusted() throws Exception {
        try (ScriptedStorage server =
                        ScriptedStorage.on(
                                TlsFiles.serverSocket(),
                                each -> each.answers("200 OK", "{\"kind\":\"Job\"}"));
                KubernetesApi api = api("localhost", server)) {
            assertThat(api.find("/apis/batch/v1", "jobs/a").orElseThrow().text("kind"))
                    .isEqualTo("Job");
            assertThat(server.heads.getFirst().line())
                    .isEqualTo("GET /apis/batch/v1/namespaces/shop/jobs/a HTTP/1.1");
            assertThat(server.heads.getFirst().fields())
                    .containsEntry("Authorization", "Bearer secret");
        }
    }

    @Test
    void anotherAuthorityIsNotTrusted() throws Exception {
        Files.writeString(account.resolve("ca.crt"), anotherAuthority());
        try (ScriptedStorage server =
                        ScriptedStorage.on(
                                TlsFiles.serverSocket(), each -> each.answers("200 OK", "{}"));
                KubernetesApi api = api("localhost", server)) {
            assertThatThrownBy(() -> api.find("/apis/batch/v1", "jobs/a"))
                    .hasMessageContaining("can't be trusted")
                    .hasMessageContaining("TLS handshake failed");
            assertThat(server.heads).isEmpty();
        }
    }

    /** One of those of the Java runtime. */
    private static String anotherAuthority() throws Exception {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        X509TrustManager trusted = (X509TrustManager) factory.getTrustManagers()[0];
        byte[] encoded = trusted.getAcceptedIssuers()[0].getEncoded();
        return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
                .formatted(Base64.getMimeEncoder().encodeToString(encoded));
    }

    @Test
    void aTokenThatIsNoHeaderIsNotShown() throws Exception {
        Files.writeString(account.resolve("token"), "sec\nret");
        try (ScriptedStorage server =
                        ScriptedStorage.on(
                                TlsFiles.serverSocket(), each -> each.answers("200 OK", "{}"));
                KubernetesApi api = api("localhost", server)) {
            assertThatThrownBy(() -> api.find("/apis/batch/v1", "jobs/a"))
                    .hasMessageContaining("no request to get jobs/a")
                    .hasMessageNotContaining("ret");
        }
    }
}
