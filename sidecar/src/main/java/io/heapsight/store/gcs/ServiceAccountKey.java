/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.store.rest.Form;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

/**
 * The key of a service account. Requests a token with a <a
 * href="https://developers.google.com/identity/protocols/oauth2/service-account#httprest">JWT that
 * it signs</a>.
 */
record ServiceAccountKey(String email, String keyId, PrivateKey key, URI tokenUri) {
    private record Claims(String issuer, URI audience, Instant now) {}

    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final Base64.Encoder BASE64_URL = Base64.getUrlEncoder().withoutPadding();

    private static final Shape<String> HEADER =
            Shape.<String>of()
                    .field("alg", TEXT, _ -> "RS256")
                    .field("typ", TEXT, _ -> "JWT")
                    .field("kid", TEXT, keyId -> keyId);

    private static final Shape<Claims> CLAIMS =
            Shape.<Claims>of()
                    .field("iss", TEXT, Claims::issuer)
                    .field("scope", TEXT, _ -> GoogleCredentials.SCOPE)
                    .field("aud", TEXT, claims -> claims.audience().toString())
                    .field("iat", INTEGER, claims -> claims.now().getEpochSecond())
                    .field("exp", INTEGER, claims -> claims.now().plus(LIFETIME).getEpochSecond());

    /**
     * Reads a key.
     *
     * @throws IOException if it is invalid; the message does not repeat the key
     */
    static ServiceAccountKey of(JsonObject file) throws IOException {
        return new ServiceAccountKey(
                file.text("client_email"),
                file.text("private_key_id"),
                privateKey(file.text("private_key")),
                URI.create(file.text("token_uri")));
    }

    private static PrivateKey privateKey(String pem) throws IOException {
        String text = pem.replaceAll("-----(BEGIN|END) PRIVATE KEY-----|\\s", "");
        try {
            return KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            throw new IOException("its private_key is not an RSA key in PEM");
        }
    }

    /** Requests a token. */
    HttpRequest request(Instant now) throws IOException {
        return Form.post(
                tokenUri,
                Map.of(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:jwt-bearer",
                        "assertion",
                        assertion(now)));
    }

    private String assertion(Instant now) throws IOException {
        String said =
                encoded(HEADER.text(keyId).strip())
                        + "."
                        + encoded(CLAIMS.text(new Claims(email, tokenUri, now)).strip());
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(said.getBytes(StandardCharsets.US_ASCII));
            return said + "." + BASE64_URL.encodeToString(signature.sign());
        } catch (GeneralSecurityException _) {
            throw new IOException("its private_key can't sign");
        }
    }

    private static String encoded(String json) {
        return BASE64_URL.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Hides the key, which is secret. */
    @Override
    public String toString() {
        return "key " + keyId + " of " + email;
    }
}
