/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import io.heapsight.store.ListedObject;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.TransferDirection;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Reads a bucket of S3, or of a compatible service, with the client of uploads. */
public final class S3ObjectReader implements ObjectReader {
    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final String NO_BUCKET = "NoSuchBucket";

    private final S3ObjectStore store;

    /** An answer, or the status of a refusal that is not a failure of the store. */
    private record Found(@Nullable ResponseInputStream<GetObjectResponse> answer, int status) {}

    /**
     * @throws ProblemException if the file of authorities can't be read
     * @throws StoreFailure if no region is known
     */
    public S3ObjectReader(StoreSettings settings) throws ProblemException, StoreFailure {
        this(settings, S3ObjectStore.Limits.USUAL);
    }

    S3ObjectReader(StoreSettings settings, S3ObjectStore.Limits limits)
            throws ProblemException, StoreFailure {
        store = new S3ObjectStore(settings, limits, TransferDirection.DOWNLOAD);
    }

    @Override
    public RangeResponse open(String key, long from, long end, Optional<String> version)
            throws StoreFailure {
        Found found =
                store.send(
                        key,
                        client -> {
                            try {
                                return new Found(get(client, key, from, end, version), 0);
                            } catch (S3Exception e) {
                                return refused(e);
                            }
                        });
        String where = "s3://" + store.bucket() + "/" + key;
        ResponseInputStream<GetObjectResponse> answer = found.answer();
        if (answer == null) {
            return switch (found.status()) {
                case RANGE_NOT_SATISFIABLE -> RangeResponse.empty("");
                case PRECONDITION_FAILED -> throw ReadFailures.changed(where);
                default -> throw ReadFailures.missing(where);
            };
        }
        try {
            return RangeResponse.answered(
                    new Aborting(answer),
                    from,
                    Optional.ofNullable(answer.response().contentRange()),
                    length(answer.response()),
                    answer.response().eTag() == null ? "" : answer.response().eTag());
        } catch (IOException e) {
            answer.abort();
            throw ReadFailures.invalid(where, String.valueOf(e.getMessage()));
        }
    }

    private ResponseInputStream<GetObjectResponse> get(
            S3Client client, String key, long from, long end, Optional<String> version) {
        return client.getObject(
                get ->
                        get.bucket(store.bucket())
                                .key(key)
                                .range("bytes=%d-%d".formatted(from, end - 1))
                                .ifMatch(version.orElse(null)));
    }

    /** Returns the status if the refusal concerns the object; otherwise throws the failure. */
    private static Found refused(S3Exception e) {
        boolean ofBucket =
                e.awsErrorDetails() != null && NO_BUCKET.equals(e.awsErrorDetails().errorCode());
        boolean ofObject =
                switch (e.statusCode()) {
                    case NOT_FOUND, PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE -> !ofBucket;
                    default -> false;
                };
        if (!ofObject) {
            throw e;
        }
        return new Found(null, e.statusCode());
    }

    private static OptionalLong length(GetObjectResponse response) {
        Long length = response.contentLength();
        return length == null ? OptionalLong.empty() : OptionalLong.of(length);
    }

    @Override
    public List<ListedObject> list(String prefix, int most) throws StoreFailure {
        return store.send(
                prefix,
                client ->
                        client
                                .listObjectsV2Paginator(
                                        list -> list.bucket(store.bucket()).prefix(prefix))
                                .contents()
                                .stream()
                                .limit(most)
                                .map(each -> new ListedObject(each.key(), each.size()))
                                .toList());
    }

    @Override
    public void close() {
        store.close();
    }

    /** Aborts the connection when it is closed: by default, closing reads the rest first. */
    private static final class Aborting extends InputStream {
        private final ResponseInputStream<GetObjectResponse> in;

        Aborting(ResponseInputStream<GetObjectResponse> in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return in.read(into, offset, length);
        }

        @Override
        public void close() {
            in.abort();
        }
    }
}
