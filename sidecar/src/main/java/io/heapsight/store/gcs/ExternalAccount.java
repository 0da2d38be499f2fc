/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import static io.heapsight.json.JsonValueCodec.TEXTS;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.store.rest.AccessToken;
import io.heapsight.store.rest.Form;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.TokenService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests tokens by workload identity federation: <a
 * href="https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token">exchanges</a> a
 * token of another authority, read from a file, for a Google token. If the document requires it,
 * exchanges the Google token for a service account token.
 *
 * @param file the document of type {@code external_account}
 */
record ExternalAccount(JsonObject file, TokenService tokens, Instant now) {
    private static final Shape<List<String>> SCOPES =
            Shape.<List<String>>of().field("scope", TEXTS, scopes -> scopes);

    AccessToken token() throws IOException {
        Optional<String> account = file.optionalText("service_account_impersonation_url");
        Map<String, String> exchange = new HashMap<>();
        exchange.put("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange");
        exchange.put("requested_token_type", "urn:ietf:params:oauth:token-type:access_token");
        exchange.put("audience", file.text("audience"));
        exchange.put("subject_token_type", file.text("subject_token_type"));
        exchange.put("subject_token", subject());
        exchange.put(
                "scope",
                account.isPresent()
                        ? "https://www.googleapis.com/auth/cloud-platform"
                        : GoogleCredentials.SCOPE);
        JsonObject answer = tokens.ask(Form.post(URI.create(file.text("token_url")), exchange));
        AccessToken federated = AccessToken.of(answer, now);
        return account.isPresent() ? impersonated(account.get(), federated) : federated;
    }

    private String subject() throws IOException {
        JsonObject source = file.object("credential_source");
        Optional<String> name = source.optionalText("file");
        if (name.isEmpty()) {
            throw new IOException("its credential_source names no file: others are not supported");
        }
        String text = tokens.read("credential_source.file", name.get()).strip();
        Optional<JsonObject> format = source.optionalObject("format");
        boolean json =
                format.isPresent() && format.get().optionalText("type").equals(Optional.of("json"));
        return AccessToken.checked(
                json
                        ? RestAnswer.parse(text).text(format.get().text("subject_token_field_name"))
                        : text);
    }

    private AccessToken impersonated(String url, AccessToken federated) throws IOException {
        JsonObject answer =
                tokens.ask(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Authorization", "Bearer " + federated.value())
                                .header("Content-Type", "application/json")
                                .POST(
                                        BodyPublishers.ofString(
                                                SCOPES.text(List.of(GoogleCredentials.SCOPE))))
                                .build());
        return new AccessToken(
                AccessToken.checked(answer.text("accessToken")), answer.time("expireTime"));
    }
}
