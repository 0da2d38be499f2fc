/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.store.ListedObject;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.TransferDirection;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one object by its URL, which may be presigned: the query is secret, and never shown. A
 * presigned URL permits {@code GET} only. Redirects are followed, but not from HTTPS to HTTP.
 */
public final class UrlObjectReader implements ObjectReader {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_REDIRECTS = 5;
    private static final String RENEW =
            "Create a new presigned URL for GET, in the bucket's region, and valid for as long as"
                    + " the download may take; or name the object as s3://, gs:// or azblob://.";

    private static final RestFailures FAILURES =
            new RestFailures(
                    "Check the host, and whether this machine may reach it (egress rules, proxy).",
                    RENEW,
                    "Check the URL.",
                    RENEW,
                    RENEW,
                    List.of(),
                    TransferDirection.DOWNLOAD);

    private final URI url;
    private final RestClient client;
    private final ObjectRequests requests;

    /**
     * @param url with http or https
     * @param authorities a PEM file of trusted authorities; empty: those of the Java runtime
     * @throws ProblemException if that file can't be read
     */
    public UrlObjectReader(URI url, Optional<Path> authorities, RestClient.Patience patience)
            throws ProblemException {
        this.url = url;
        client = new RestClient(authorities, patience);
        requests = new ObjectRequests(client, FAILURES);
    }

    /** Returns the URL without its query, which may be a signature. */
    public static String shown(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    /** Ignores the key: the URL names the object. */
    @Override
    public RangeResponse open(String key, long from, long end, Optional<String> version)
            throws StoreFailure {
        return requests.open(shown(url), from, "ETag", () -> follow(from, end, version));
    }

    private ObjectResponse follow(long from, long end, Optional<String> version)
            throws IOException {
        URI at = url;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(at).header("Range", ObjectRequests.range(from, end));
            // A weak tag never matches in this header.
            version.filter(tag -> !tag.startsWith("W/"))
                    .ifPresent(tag -> request.header("If-Match", tag));
            ObjectResponse opened = client.open(request.build());
            if (!REDIRECTS.contains(opened.answer().status())) {
                return opened;
            }
            at = next(at, opened.answer());
        }
        throw ReadFailures.invalid(shown(url), "it redirects too often");
    }

    private URI next(URI at, RestAnswer answer) throws StoreFailure {
        try {
            URI next = at.resolve(answer.header("Location").orElse(""));
            boolean secure = "https".equals(next.getScheme());
            boolean plain = "http".equals(next.getScheme()) && "http".equals(at.getScheme());
            if (next.getHost() != null && (secure || plain)) {
                return next;
            }
        } catch (IllegalArgumentException _) {
            // no URL: the same problem
        }
        throw ReadFailures.invalid(shown(url), "it redirects to no https:// URL");
    }

    /** Returns an empty list: a link names one object. */
    @Override
    public List<ListedObject> list(String prefix, int most) {
        return List.of();
    }

    @Override
    public void close() {
        client.close();
    }
}
