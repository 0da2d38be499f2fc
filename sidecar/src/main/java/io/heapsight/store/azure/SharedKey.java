/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of a storage account. Signs requests with <a
 * href="https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key">Shared
 * Key</a>.
 */
final class SharedKey {
    private static final String ALGORITHM = "HmacSHA256";

    /** The signed headers, in this order, in addition to x-ms- headers and the resource. */
    private static final List<String> AFTER_THE_LENGTH =
            List.of(
                    "content-md5",
                    "content-type",
                    "date",
                    "if-modified-since",
                    "if-match",
                    "if-none-match",
                    "if-unmodified-since",
                    "range");

    private final String account;
    private final SecretKeySpec key;

    /**
     * @param base64 the key as shown in the portal
     * @throws IllegalArgumentException if it is invalid; the message does not repeat it
     */
    SharedKey(String account, String base64) {
        this.account = account;
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("it is not base64");
        }
        key = new SecretKeySpec(decoded, ALGORITHM);
    }

    /** Returns the value of a request's header {@code Authorization}. */
    String authorization(AzureRequest request) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] signed = mac.doFinal(signed(request).getBytes(StandardCharsets.UTF_8));
            return "SharedKey " + account + ":" + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
        }
    }

    private String signed(AzureRequest request) {
        Map<String, String> headers = request.headers();
        long length = request.body().contentLength();
        Stream<String> standard =
                Stream.concat(
                        Stream.of(request.method(), "", "", length > 0 ? "" + length : ""),
                        AFTER_THE_LENGTH.stream().map(name -> headers.getOrDefault(name, "")));
        Stream<String> ofAzure =
                headers.entrySet().stream()
                        .filter(each -> each.getKey().startsWith("x-ms-"))
                        .map(each -> each.getKey() + ":" + each.getValue());
        Stream<String> resource =
                Stream.concat(
                        Stream.of("/" + account + request.resource().getRawPath()),
                        request.query().entrySet().stream()
                                .map(each -> each.getKey() + ":" + each.getValue()));
        return Stream.of(standard, ofAzure, resource)
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n"));
    }
}
