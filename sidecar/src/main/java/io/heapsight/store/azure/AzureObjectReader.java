/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.ListedObject;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.PagedList;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.azure.AzureService.Asked;
import io.heapsight.store.rest.Form;
import io.heapsight.store.rest.ObjectRequests;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
import io.heapsight.unit.ProblemException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a container of Azure Blob Storage. */
public final class AzureObjectReader implements ObjectReader {
    private static final Pattern BLOB = Pattern.compile("(?s)<Blob>(.{1,20000}?)</Blob>");
    private static final Pattern NAME = Pattern.compile("<Name>([^<]{1,8000})</Name>");
    private static final Pattern LENGTH =
            Pattern.compile("<Content-Length>([0-9]{1,18})</Content-Length>");
    private static final Pattern NEXT = Pattern.compile("<NextMarker>([^<]{1,4000})</NextMarker>");
    private static final String PAGE = "500";

    private final AzureService service;
    private final ObjectRequests requests;

    /**
     * @param environment contains account and credentials
     * @throws ProblemException if the file of authorities can't be read
     * @throws StoreFailure if there are no credentials
     */
    public AzureObjectReader(StoreSettings settings, Map<String, String> environment)
            throws ProblemException, StoreFailure {
        this(settings, environment, RestClient.Patience.USUAL, InstantSource.system());
    }

    AzureObjectReader(
            StoreSettings settings,
            Map<String, String> environment,
            RestClient.Patience patience,
            InstantSource clock)
            throws ProblemException, StoreFailure {
        service = new AzureService(settings, environment, patience, clock);
        requests = new ObjectRequests(service.client(), AzureCredentials.READ_FAILURES);
    }

    @Override
    public RangeResponse open(String key, long from, long end, Optional<String> version)
            throws StoreFailure {
        Map<String, String> headers = new HashMap<>();
        headers.put("range", ObjectRequests.range(from, end));
        version.ifPresent(tag -> headers.put("if-match", tag));
        Asked asked = new Asked("GET", Map.of(), headers, BodyPublishers.noBody());
        return requests.open(
                service.where(key),
                from,
                "ETag",
                () ->
                        service.client()
                                .open(service.request("/" + Form.path(key), asked).request(false)));
    }

    @Override
    public List<ListedObject> list(String prefix, int most) throws StoreFailure {
        return PagedList.first(most, (token, found) -> page(prefix, token, found));
    }

    private Optional<String> page(String prefix, Optional<String> token, List<ListedObject> found)
            throws StoreFailure {
        Map<String, String> query = new HashMap<>();
        query.put("restype", "container");
        query.put("comp", "list");
        query.put("prefix", prefix);
        query.put("maxresults", PAGE);
        token.ifPresent(it -> query.put("marker", it));
        Asked asked = new Asked("GET", query, Map.of(), BodyPublishers.noBody());
        RestAnswer answer =
                requests.list(
                        service.where(prefix), () -> service.request("", asked).request(false));
        addBlobs(answer.body(), found);
        return text(NEXT, answer.body());
    }

    /** Reads three elements only: the image has no XML parser. */
    private static void addBlobs(String xml, List<ListedObject> found) {
        Matcher blobs = BLOB.matcher(xml);
        while (blobs.find()) {
            Optional<String> name = text(NAME, blobs.group(1));
            Optional<String> length = text(LENGTH, blobs.group(1));
            if (name.isPresent() && length.isPresent()) {
                found.add(new ListedObject(name.get(), Long.parseLong(length.get())));
            }
        }
    }

    private static Optional<String> text(Pattern element, String xml) {
        Matcher matcher = element.matcher(xml);
        return matcher.find()
                ? Optional.of(
                        matcher.group(1)
                                .replace("&lt;", "<")
                                .replace("&gt;", ">")
                                .replace("&quot;", "\"")
                                .replace("&apos;", "'")
                                .replace("&amp;", "&"))
                : Optional.empty();
    }

    @Override
    public void close() {
        service.close();
    }
}
