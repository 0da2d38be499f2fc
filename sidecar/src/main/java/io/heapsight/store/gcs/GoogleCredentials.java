/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import io.heapsight.json.JsonObject;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.TransferDirection;
import io.heapsight.store.rest.AccessToken;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.store.rest.TokenService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests tokens as Google's <a
 * href="https://cloud.google.com/docs/authentication/application-default-credentials">Application
 * Default Credentials</a> do in a pod. The file in {@code GOOGLE_APPLICATION_CREDENTIALS} is a
 * service account key or an external account. Without that file, the metadata server is queried. On
 * GKE, it returns a token of the pod's service account.
 */
final class GoogleCredentials implements AccessToken.Source {
    static final String SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";

    private static final String FILE = "GOOGLE_APPLICATION_CREDENTIALS";
    private static final String METADATA_HOST = "GCE_METADATA_HOST";

    static final RestFailures FAILURES =
            new RestFailures(
                    "Check whether the pod may reach it (egress rules, DNS, Private Google Access),"
                            + " and at HEAPSIGHT_STORE_ENDPOINT.",
                    "Give the pod's service account the role Storage Object User on the bucket"
                            + " (with a key of KMS: Cloud Storage's service agent the role"
                            + " CryptoKey Encrypter/Decrypter on it); docs/stores.md has the"
                            + " commands.",
                    "Check the bucket name in HEAPSIGHT_STORE, and create the bucket.",
                    "Check the HEAPSIGHT_STORE keys and the bucket policy.",
                    "Give the pod's service account access to the bucket (Workload Identity"
                            + " Federation for GKE), or the container"
                            + " GOOGLE_APPLICATION_CREDENTIALS=FILE; docs/stores.md has the YAML.",
                    List.of(FILE, METADATA_HOST),
                    TransferDirection.UPLOAD);

    static final RestFailures READ_FAILURES =
            FAILURES.forDownloads(
                    "Give the identity the role Storage Object Viewer on the bucket; docs/stores.md"
                            + " has the commands.");

    private final TokenService tokens;
    private final InstantSource clock;

    GoogleCredentials(Map<String, String> environment, RestClient client, InstantSource clock) {
        this.tokens = new TokenService(client, environment, FAILURES);
        this.clock = clock;
    }

    @Override
    public AccessToken get() throws IOException {
        Optional<String> file = RestFailures.named(tokens.environment(), FILE);
        return file.isPresent() ? byFile(file.get()) : ofMetadataServer();
    }

    private AccessToken byFile(String file) throws StoreFailure {
        String text = tokens.read(FILE, file);
        try {
            JsonObject credentials = RestAnswer.parse(text);
            String type = credentials.text("type");
            return switch (type) {
                case "service_account" ->
                        AccessToken.of(
                                tokens.ask(
                                        ServiceAccountKey.of(credentials).request(clock.instant())),
                                clock.instant());
                case "external_account" ->
                        new ExternalAccount(credentials, tokens, clock.instant()).token();
                default ->
                        throw new IOException(
                                "its type is %s, not service_account or external_account"
                                        .formatted(type.replaceAll("\\W", "?")));
            };
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            throw tokens.none(FILE + "=" + file + ": " + e.getMessage(), e);
        }
    }

    /** Requests a token from the metadata server, which exists only on Google's machines. */
    private AccessToken ofMetadataServer() throws StoreFailure {
        String host =
                RestFailures.named(tokens.environment(), METADATA_HOST)
                        .orElse("metadata.google.internal");
        try {
            URI uri =
                    URI.create(
                            "http://%s/computeMetadata/v1/instance/service-accounts/default/token"
                                    .formatted(host));
            HttpRequest request =
                    HttpRequest.newBuilder(uri).header("Metadata-Flavor", "Google").build();
            return AccessToken.of(tokens.askIfThere(request), clock.instant());
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            String said = "%s=%s: %s".formatted(METADATA_HOST, host, e.getMessage());
            throw tokens.none(said, e);
        }
    }
}
