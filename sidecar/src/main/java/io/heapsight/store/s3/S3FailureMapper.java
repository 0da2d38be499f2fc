/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.TransferDirection;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/** Creates the problems of an S3 bucket; their messages contain no secrets. */
final class S3FailureMapper {
    private static final int MOST_WORDS = 400;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int MOVED = 301;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int INSUFFICIENT_STORAGE = 507;

    /**
     * The code if another program has removed the upload, or if it has become an object already.
     */
    private static final String ENDED_MEANWHILE = "NoSuchUpload";

    /** The names of credential variables; values are never shown. */
    private static final List<String> SOURCES =
            List.of(
                    "AWS_ACCESS_KEY_ID",
                    "AWS_SECRET_ACCESS_KEY",
                    "AWS_WEB_IDENTITY_TOKEN_FILE",
                    "AWS_ROLE_ARN",
                    "AWS_SHARED_CREDENTIALS_FILE",
                    "AWS_PROFILE",
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");

    /** Texts of the SDK's chain about role sources. */
    private static final Pattern ROLES =
            Pattern.compile(
                    "(WebIdentityTokenFile|Container)CredentialsProvider\\(\\): (.*?)(?=, [A-Z]\\w*"
                            + "CredentialsProvider\\(|]$)");

    /** Codes of services that are full, which use different statuses. */
    private static final Set<String> FULL =
            Set.of(
                    "QuotaExceeded",
                    "XMinioStorageFull",
                    "InsufficientStorage",
                    "InsufficientCapacity");

    private static final Set<String> OF_CREDENTIALS =
            Set.of(
                    "ExpiredToken",
                    "ExpiredTokenException",
                    "InvalidAccessKeyId",
                    "InvalidClientTokenId",
                    "InvalidToken",
                    "SignatureDoesNotMatch",
                    "TokenRefreshRequired");

    private S3FailureMapper() {}

    /** Returns whether a service rejects the caller for every request. */
    static boolean isOfCredentials(AwsServiceException answer) {
        return OF_CREDENTIALS.contains(code(answer));
    }

    /**
     * Creates the problem for a failure.
     *
     * @param access its use
     * @param hiding removes credentials from the service's message
     */
    static StoreFailure of(
            StoreSettings settings,
            TransferDirection access,
            String key,
            SdkException e,
            UnaryOperator<String> hiding) {
        String where = "s3://" + settings.url().bucket() + (key.isEmpty() ? "" : "/" + key);
        if (e instanceof AwsServiceException answer) {
            return new StoreFailure(answered(where, access, answer, hiding), e);
        }
        @Nullable IOException lost = cause(e, IOException.class);
        if (lost instanceof SSLException untrusted) {
            return StoreFailure.untrusted(where, untrusted, e);
        }
        if (lost != null
                || e instanceof ApiCallAttemptTimeoutException
                || e instanceof ApiCallTimeoutException) {
            return failure(
                    e,
                    Problem.Kind.UNAVAILABLE,
                    "The store can't be reached",
                    where + ": " + (lost == null ? "it took too long" : IoReason.of(lost)),
                    "Check whether the pod may reach the store (egress rules, DNS, VPC endpoint),"
                            + " and at HEAPSIGHT_STORE_ENDPOINT and HEAPSIGHT_STORE_REGION.");
        }
        String words = String.valueOf(e.getMessage());
        if (words.contains("credentials")) {
            return failure(
                    e,
                    Problem.Kind.BAD_REQUEST,
                    "No credentials for the store",
                    where
                            + ": none were found; credential variables set: "
                            + sources()
                            + said(words),
                    "Give the pod's service account a role (EKS), the task a task role (ECS), or"
                            + " the container AWS_SHARED_CREDENTIALS_FILE=FILE; docs/stores.md"
                            + " has the YAML.");
        }
        return failure(
                e,
                Problem.Kind.BAD_REQUEST,
                "The store can't be used",
                where + ": " + cut(words),
                "Check HEAPSIGHT_STORE, HEAPSIGHT_STORE_REGION and HEAPSIGHT_STORE_ENDPOINT.");
    }

    /** Returns whether a retry may succeed. */
    static boolean passes(AwsServiceException answer) {
        int status = answer.statusCode();
        return (status / 100 == 5 && status != NOT_IMPLEMENTED)
                || status == TOO_MANY_REQUESTS
                || status == REQUEST_TIMEOUT;
    }

    private static Problem answered(
            String where,
            TransferDirection access,
            AwsServiceException answer,
            UnaryOperator<String> hiding) {
        int status = answer.statusCode();
        String said = cut(hiding.apply(words(answer)));
        String detail =
                "%s: status %d%s".formatted(where, status, said.isEmpty() ? "" : " (" + said + ")");
        if (status == INSUFFICIENT_STORAGE || FULL.contains(code(answer))) {
            return new Problem(
                    Problem.Kind.UNAVAILABLE,
                    "The store is full",
                    detail,
                    "Free space in the bucket, or raise its quota, and start the upload"
                            + " again; the local copy is kept.");
        }
        if (isOfCredentials(answer)) {
            return new Problem(
                    Problem.Kind.REFUSED_BY_TARGET,
                    "The store does not accept the credentials",
                    detail,
                    "Renew the credentials (credential variables set: "
                            + sources()
                            + "), and check the clock of the node. "
                            + access.retry()
                            + " then; "
                            + access.kept()
                            + ".");
        }
        boolean passes = passes(answer) || code(answer).equals(ENDED_MEANWHILE);
        return new Problem(
                passes ? Problem.Kind.UNAVAILABLE : Problem.Kind.REFUSED_BY_TARGET,
                passes ? "The store is temporarily unavailable" : access.refused(),
                detail,
                passes ? access.later() : remedy(access, status));
    }

    private static String code(AwsServiceException answer) {
        return answer.awsErrorDetails() == null || answer.awsErrorDetails().errorCode() == null
                ? ""
                : answer.awsErrorDetails().errorCode();
    }

    private static String words(AwsServiceException answer) {
        String message =
                answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorMessage();
        return code(answer) + (message == null ? "" : ": " + message);
    }

    private static String remedy(TransferDirection access, int status) {
        return switch (status) {
            case FORBIDDEN -> permissions(access);
            case NOT_FOUND -> "Check the bucket name in HEAPSIGHT_STORE, and create the bucket.";
            case MOVED -> "Set HEAPSIGHT_STORE_REGION to the region of the bucket.";
            default -> "Check the HEAPSIGHT_STORE keys and the bucket policy.";
        };
    }

    private static String permissions(TransferDirection access) {
        return switch (access) {
            case DOWNLOAD ->
                    "Give the role s3:GetObject on the prefix, and s3:ListBucket on the bucket"
                            + " (with a KMS key: kms:Decrypt on it); docs/stores.md has the"
                            + " policy.";
            case UPLOAD ->
                    "Give the role of the pod s3:PutObject and s3:AbortMultipartUpload on"
                            + " the prefix (with a KMS key: kms:GenerateDataKey and kms:Decrypt"
                            + " on it); docs/stores.md has the policy.";
        };
    }

    static StoreFailure otherSize(String key, long sent, long there) {
        return failure(
                new IOException("sizes differ"),
                Problem.Kind.UNAVAILABLE,
                "The stored object has a different size than was sent",
                "%s: %d bytes were sent, but the object has %d".formatted(key, sent, there),
                "Start the upload again; check whether another program writes to this object.");
    }

    private static StoreFailure failure(
            Exception cause, Problem.Kind kind, String title, String detail, String remedy) {
        return new StoreFailure(new Problem(kind, title, detail, remedy), cause);
    }

    private static String sources() {
        List<String> there = SOURCES.stream().filter(S3FailureMapper::isNamed).toList();
        return there.isEmpty() ? "none" : String.join(", ", there);
    }

    private static boolean isNamed(String variable) {
        return System.getenv(variable) != null;
    }

    /** Explains why a role from the environment was not granted. */
    private static String said(String words) {
        Matcher matcher = ROLES.matcher(words);
        StringBuilder said = new StringBuilder();
        while (matcher.find()) {
            boolean meant =
                    matcher.group(1).startsWith("Web")
                            ? isNamed("AWS_WEB_IDENTITY_TOKEN_FILE")
                            : isNamed("AWS_CONTAINER_CREDENTIALS_FULL_URI")
                                    || isNamed("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
            said.append(meant ? "; " + cut(matcher.group(2)) : "");
        }
        return said.toString();
    }

    private static <T> @Nullable T cause(Throwable e, Class<T> kind) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (kind.isInstance(each)) {
                return kind.cast(each);
            }
        }
        return null;
    }

    private static String cut(String words) {
        String line = words.replaceAll("\\s+", " ");
        return line.length() <= MOST_WORDS ? line : line.substring(0, MOST_WORDS) + "…";
    }
}
