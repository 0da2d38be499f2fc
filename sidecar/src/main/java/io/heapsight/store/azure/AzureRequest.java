/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.rest.Form;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request to Blob Storage, not yet encoded.
 *
 * @param resource the URL of the blob
 * @param query decoded
 * @param signature a query that authorises the request; "" for none
 * @param headers by their names in lower case
 */
record AzureRequest(
        String method,
        URI resource,
        SortedMap<String, String> query,
        String signature,
        SortedMap<String, String> headers,
        BodyPublisher body) {
    AzureRequest(
            String method,
            URI resource,
            Map<String, String> query,
            Map<String, String> headers,
            BodyPublisher body) {
        this(method, resource, new TreeMap<>(query), "", new TreeMap<>(headers), body);
    }

    AzureRequest with(String name, String value) {
        SortedMap<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new AzureRequest(method, resource, query, signature, more, body);
    }

    AzureRequest withSignature(String signed) {
        return new AzureRequest(method, resource, query, signed, headers, body);
    }

    /**
     * Creates the HTTP request.
     *
     * @param asksFirst whether it uses Expect: 100-continue, so that a refusal isn't lost with a
     *     closed connection
     */
    HttpRequest request(boolean asksFirst) {
        String own = Form.of(query);
        String joined = own + (own.isEmpty() || signature.isEmpty() ? "" : "&") + signature;
        HttpRequest.Builder request =
                HttpRequest.newBuilder(
                                URI.create(resource + (joined.isEmpty() ? "" : "?" + joined)))
                        .method(method, body)
                        .expectContinue(asksFirst);
        headers.forEach(request::header);
        return request.build();
    }

    /** Hides the signature. */
    @Override
    public String toString() {
        return method + " " + resource;
    }
}
