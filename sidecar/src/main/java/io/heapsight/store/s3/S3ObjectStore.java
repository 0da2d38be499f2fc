/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ObjectStore;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.TransferDirection;
import io.heapsight.unit.PemCertificates;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/**
 * Stores objects in a bucket of S3, or of a compatible service. Credentials come from the SDK's
 * chain: environment, web identity (EKS), shared files, container (Pod Identity, ECS), instance.
 *
 * <p>Digests use Content-MD5 for each part, which every such service supports. A part that is
 * refused, or gets no response, is sent again from memory.
 */
public final class S3ObjectStore implements ObjectStore {
    /**
     * Timeouts for a service.
     *
     * @param silence without a byte of an answer
     * @param attempt for one part: fails below 28 KB/s
     * @param request with all its attempts
     */
    record Limits(Duration silence, Duration attempt, Duration request) {
        static final Limits USUAL =
                new Limits(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(10));
    }

    private static final Duration CONNECTING = Duration.ofSeconds(20);
    private static final int ATTEMPTS = 5;
    private static final int FORBIDDEN = 403;
    private static final String HIDDEN = "(hidden)";

    /** Maximum number of listed uploads: a folder has few, so a longer list is wrong. */
    private static final int MOST_LISTED = 10_000;

    private final StoreSettings settings;
    private final TransferDirection access;
    private final S3ClientBuilder builder;
    private volatile AwsCredentialsProvider credentials;
    private volatile S3Client client;
    private final Set<UnfinishedUpload> unfinished = new HashSet<>();

    /** Unfinished uploads of earlier attempts, by key. */
    private final Map<String, UnfinishedUpload> leftovers = new HashMap<>();

    private boolean abandoned;

    /** Whether a temporary failure occurred: the parts in the store stay for the next attempt. */
    private boolean failedForNow;

    /** A multipart upload in progress. */
    record UnfinishedUpload(String key, String id) {}

    /** A request to the service. */
    @FunctionalInterface
    interface Request<T> {
        T send(S3Client client);
    }

    /**
     * @throws ProblemException if the file of authorities can't be read
     * @throws StoreFailure if no region is known
     */
    public S3ObjectStore(StoreSettings settings) throws ProblemException, StoreFailure {
        this(settings, Limits.USUAL);
    }

    S3ObjectStore(StoreSettings settings, Limits limits) throws ProblemException, StoreFailure {
        this(settings, limits, TransferDirection.UPLOAD);
    }

    S3ObjectStore(StoreSettings settings, Limits limits, TransferDirection access)
            throws ProblemException, StoreFailure {
        this.settings = settings;
        this.access = access;
        UrlConnectionHttpClient.Builder http =
                UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECTING)
                        .socketTimeout(limits.silence());
        if (settings.authorities().isPresent()) {
            Path file = settings.authorities().get();
            var trusted = PemCertificates.trustManagers("HEAPSIGHT_UPLOAD_CA", file);
            http.tlsTrustManagersProvider(() -> trusted);
        }
        builder =
                S3Client.builder()
                        .httpClientBuilder(http)
                        .forcePathStyle(settings.pathStyle())
                        // Other services refuse features that only AWS supports.
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                        .serviceConfiguration(
                                S3Configuration.builder().chunkedEncodingEnabled(false).build())
                        .overrideConfiguration(
                                override ->
                                        override.apiCallAttemptTimeout(limits.attempt())
                                                .apiCallTimeout(limits.request())
                                                .retryStrategy(
                                                        AwsRetryStrategy.standardRetryStrategy()
                                                                .toBuilder()
                                                                .maxAttempts(ATTEMPTS)
                                                                .build()));
        settings.endpoint().ifPresent(builder::endpointOverride);
        settings.region()
                .or(() -> settings.endpoint().map(_ -> environmentRegion()))
                .ifPresent(name -> builder.region(Region.of(name)));
        credentials = DefaultCredentialsProvider.builder().build();
        client = failing("", this::newClient);
    }

    private S3Client newClient() {
        return builder.credentialsProvider(credentials).build();
    }

    /** Returns the configured region, or a default, which services other than AWS accept. */
    private static String environmentRegion() {
        String named = System.getenv("AWS_REGION");
        return named == null || named.isBlank() ? "us-east-1" : named;
    }

    @Override
    public ObjectOutput begin(String name, String mediaType, Map<String, String> metadata) {
        return new S3ObjectOutput(
                this, new S3ObjectOutput.Naming(settings.url().key(name), mediaType, metadata));
    }

    /**
     * Aborts leftovers, except the last one of each key, which an upload may continue: S3 lists
     * them by age.
     */
    @Override
    public void removeLeftovers(String folder) throws StoreFailure {
        String prefix = settings.url().key(folder) + "/";
        List<UnfinishedUpload> found =
                askAbout(prefix, asked -> uploadsBelow(prefix, asked)).orElse(List.of());
        for (UnfinishedUpload left : found) {
            begun(left);
            UnfinishedUpload older = leftovers.put(left.key(), left);
            if (older != null) {
                giveUp(older);
            }
        }
    }

    private List<UnfinishedUpload> uploadsBelow(String prefix, S3Client asked) {
        return asked
                .listMultipartUploadsPaginator(list -> list.bucket(bucket()).prefix(prefix))
                .uploads()
                .stream()
                .limit(MOST_LISTED)
                // Not all services honour the prefix.
                .filter(left -> left.key().startsWith(prefix))
                .map(left -> new UnfinishedUpload(left.key(), left.uploadId()))
                .toList();
    }

    /**
     * Finds the parts of an interrupted upload to continue; empty if the object must be sent from
     * the beginning.
     *
     * @param isSame whether it was an upload of the same object; otherwise it is aborted
     */
    Optional<UploadedParts> held(String key, Predicate<UploadedParts> isSame) throws StoreFailure {
        UnfinishedUpload left = leftovers.remove(key);
        if (left == null) {
            return Optional.empty();
        }
        Optional<UploadedParts> held =
                settings.encryption().filter(ServerEncryption::hidesMd5).isPresent()
                        ? Optional.empty()
                        : askAbout(key, asked -> UploadedParts.listed(bucket(), left, asked))
                                .filter(isSame);
        if (held.isEmpty()) {
            giveUp(left);
        }
        return held;
    }

    /**
     * Queries the service; empty if the service refuses the query, for example to callers with only
     * write access.
     *
     * @throws StoreFailure if the service doesn't respond, rejects the credentials or fails
     *     temporarily
     */
    private <T> Optional<T> askAbout(String key, Request<T> request) throws StoreFailure {
        return send(
                key,
                asked -> {
                    try {
                        return Optional.of(request.send(asked));
                    } catch (S3Exception e) {
                        if (S3FailureMapper.isOfCredentials(e) || S3FailureMapper.passes(e)) {
                            throw e;
                        }
                        return Optional.empty();
                    }
                });
    }

    /**
     * Sends a request about an object.
     *
     * @throws StoreFailure the problem of its failure
     */
    <T> T send(String key, Request<T> request) throws StoreFailure {
        return failing(
                key,
                () -> {
                    S3Client used = client;
                    try {
                        return request.send(used);
                    } catch (S3Exception e) {
                        if (!S3FailureMapper.isOfCredentials(e)) {
                            throw e;
                        }
                        renew(used);
                        return request.send(client);
                    }
                });
    }

    /** Replaces refused credentials: they may have changed since they were found. */
    private synchronized void renew(S3Client refused) {
        if (client.equals(refused)) {
            client.close();
            credentials = DefaultCredentialsProvider.builder().build();
            client = newClient();
        }
    }

    private <T> T failing(String key, Supplier<T> action) throws StoreFailure {
        try {
            return action.get();
        } catch (SdkException e) {
            throw failed(key, e);
        } catch (UncheckedIOException e) {
            // From the HTTP client, for an invalid answer.
            throw failed(key, SdkClientException.create("no answer", e.getCause()));
        }
    }

    private StoreFailure failed(String key, SdkException e) {
        StoreFailure failure =
                S3FailureMapper.of(settings, access, key, e, this::withoutCredentials);
        failedForNow |= failure.told().problem().kind() == Problem.Kind.UNAVAILABLE;
        return failure;
    }

    /**
     * Removes credentials: a service, or a proxy before it, may quote a request with all its
     * headers.
     */
    private String withoutCredentials(String words) {
        AwsCredentials used;
        try {
            used = credentials.resolveCredentials();
        } catch (SdkException _) {
            return HIDDEN; // the credentials to hide are unknown now
        }
        String shown =
                words.replace(used.secretAccessKey(), HIDDEN).replace(used.accessKeyId(), HIDDEN);
        return used instanceof AwsSessionCredentials session
                ? shown.replace(session.sessionToken(), HIDDEN)
                : shown;
    }

    /** Records the start of a multipart upload. */
    synchronized void begun(UnfinishedUpload upload) {
        unfinished.add(upload);
        if (abandoned) {
            abandon();
        }
    }

    /** Records that a multipart upload has become an object. */
    synchronized void finished(UnfinishedUpload upload) {
        unfinished.remove(upload);
    }

    @Override
    public synchronized void abandon() {
        abandoned = true;
        unfinished.forEach(this::abort);
        unfinished.clear();
    }

    synchronized void giveUp(UnfinishedUpload upload) {
        unfinished.remove(upload);
        abort(upload);
    }

    /**
     * Aborts an upload if possible; otherwise the next upload or the bucket's lifecycle rules
     * delete it.
     */
    private void abort(UnfinishedUpload upload) {
        try {
            client.abortMultipartUpload(
                    abort -> abort.bucket(bucket()).key(upload.key()).uploadId(upload.id()));
        } catch (SdkException _) {
            return;
        }
    }

    /**
     * Aborts unfinished uploads; but after a temporary failure, the parts in the store stay for the
     * next attempt.
     */
    @Override
    public void close() {
        if (!failedForNow) {
            abandon();
        }
        client.close();
    }

    String bucket() {
        return settings.url().bucket();
    }

    @Nullable ServerSideEncryption encryption() {
        return settings.encryption()
                .map(asked -> ServerSideEncryption.fromValue(asked.algorithm()))
                .orElse(null);
    }

    @Nullable String encryptionKey() {
        return settings.encryption().flatMap(ServerEncryption::key).orElse(null);
    }

    /** Returns whether the service forbids the request. */
    static boolean isForbidden(SdkException e) {
        return e instanceof S3Exception answer && answer.statusCode() == FORBIDDEN;
    }
}
