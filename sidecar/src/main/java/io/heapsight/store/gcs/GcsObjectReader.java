/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import io.heapsight.json.JsonObject;
import io.heapsight.store.ListedObject;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.PagedList;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.rest.Form;
import io.heapsight.store.rest.ObjectRequests;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a bucket of Google Cloud Storage. An object's generation is its version. */
public final class GcsObjectReader implements ObjectReader {
    private static final String GENERATION = "x-goog-generation";
    private static final String PAGE = "500";

    private final GcsService service;
    private final ObjectRequests requests;

    /**
     * @param environment contains the credentials
     * @throws ProblemException if the file of authorities can't be read
     * @throws StoreFailure if the credentials are invalid
     */
    public GcsObjectReader(StoreSettings settings, Map<String, String> environment)
            throws ProblemException, StoreFailure {
        this(settings, environment, RestClient.Patience.USUAL, InstantSource.system());
    }

    GcsObjectReader(
            StoreSettings settings,
            Map<String, String> environment,
            RestClient.Patience patience,
            InstantSource clock)
            throws ProblemException, StoreFailure {
        service = new GcsService(settings, environment, patience, clock);
        requests = new ObjectRequests(service.client(), GoogleCredentials.READ_FAILURES);
    }

    @Override
    public RangeResponse open(String key, long from, long end, Optional<String> version)
            throws StoreFailure {
        Map<String, String> query = new HashMap<>();
        query.put("alt", "media");
        version.filter(it -> it.matches("[0-9]{1,19}"))
                .ifPresent(generation -> query.put("ifGenerationMatch", generation));
        URI uri = objects("/" + Form.encoded(key), query);
        return requests.open(
                service.where(key),
                from,
                GENERATION,
                () ->
                        service.client()
                                .open(
                                        service.request(uri)
                                                // Otherwise the service inflates objects with
                                                // Content-Encoding.
                                                .header("Accept-Encoding", "gzip")
                                                .header("Range", ObjectRequests.range(from, end))
                                                .build()));
    }

    private URI objects(String object, Map<String, String> query) {
        return URI.create(
                "%s/storage/v1/b/%s/o%s?%s"
                        .formatted(service.base(), service.bucket(), object, Form.of(query)));
    }

    @Override
    public List<ListedObject> list(String prefix, int most) throws StoreFailure {
        return PagedList.first(most, (token, found) -> page(prefix, token, found));
    }

    private Optional<String> page(String prefix, Optional<String> token, List<ListedObject> found)
            throws StoreFailure {
        Map<String, String> query = new HashMap<>();
        query.put("prefix", prefix);
        query.put("maxResults", PAGE);
        query.put("fields", "nextPageToken,items(name,size)");
        token.ifPresent(it -> query.put("pageToken", it));
        URI uri = objects("", query);
        return add(
                prefix,
                requests.list(service.where(prefix), () -> service.request(uri).build()),
                found);
    }

    /** Adds the objects of a page; returns the token of the next one. */
    private Optional<String> add(String prefix, RestAnswer answer, List<ListedObject> found)
            throws StoreFailure {
        try {
            JsonObject page = answer.json();
            for (JsonObject each : page.optionalItems(JsonObject.class, "items")) {
                // JSON contains 64-bit numbers as text.
                found.add(new ListedObject(each.text("name"), Long.parseLong(each.text("size"))));
            }
            return page.optionalText("nextPageToken").filter(token -> !token.isEmpty());
        } catch (IOException | NumberFormatException e) {
            throw ReadFailures.invalid(service.where(prefix), "it is not a list of objects");
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
