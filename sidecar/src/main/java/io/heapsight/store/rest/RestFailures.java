/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.TransferDirection;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * Creates the failures of a storage service; their messages contain no secrets.
 *
 * @param reaching remedy if it can't be reached
 * @param forbidden remedy if the credentials don't suffice
 * @param unknown remedy if there is no such bucket
 * @param refused remedy for any other refusal
 * @param credentials how a pod gets credentials
 * @param sources the credential variables
 * @param access the use of the service
 */
public record RestFailures(
        String reaching,
        String forbidden,
        String unknown,
        String refused,
        String credentials,
        List<String> sources,
        TransferDirection access) {
    private static final Pattern NO_BUCKET =
            Pattern.compile("ContainerNotFound|bucket does not exist");

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;
    private static final int INSUFFICIENT_STORAGE = 507;

    /**
     * Creates the failure of a request without an answer.
     *
     * @param where its subject
     */
    public StoreFailure lost(String where, IOException e) {
        if (e instanceof StoreFailure known) {
            return known;
        }
        if (e instanceof SSLException untrusted) {
            return StoreFailure.untrusted(where, untrusted, e);
        }
        return failure(
                e,
                Problem.Kind.UNAVAILABLE,
                "The store can't be reached",
                where + ": " + reason(e),
                reaching);
    }

    /** Creates the failure of a refused request. */
    public StoreFailure answered(String where, RestAnswer answer) {
        if (answer.status() == INSUFFICIENT_STORAGE) {
            return failure(
                    new IOException("full"),
                    Problem.Kind.UNAVAILABLE,
                    "The store is full",
                    where + ": " + said(answer),
                    "Free space in it, or raise its quota, and start the upload again; the"
                            + " local copy is kept.");
        }
        boolean passes = answer.mayPass();
        return failure(
                new IOException("status " + answer.status()),
                passes ? Problem.Kind.UNAVAILABLE : Problem.Kind.REFUSED_BY_TARGET,
                passes ? "The store is temporarily unavailable" : access.refused(),
                where + ": " + said(answer),
                passes ? access.later() : remedy(answer.status()));
    }

    /**
     * Returns these problems with the remedy for downloads.
     *
     * @param permissions remedy if the credentials don't suffice
     */
    public RestFailures forDownloads(String permissions) {
        return new RestFailures(
                reaching,
                permissions,
                unknown,
                refused,
                credentials,
                sources,
                TransferDirection.DOWNLOAD);
    }

    /**
     * Creates the failure of a refused request for an object.
     *
     * @param where the object
     */
    public StoreFailure unread(String where, RestAnswer answer) {
        return switch (answer.status()) {
            case NOT_FOUND ->
                    NO_BUCKET.matcher(answer.words()).find()
                            ? answered(where, answer)
                            : ReadFailures.missing(where);
            case PRECONDITION_FAILED -> ReadFailures.changed(where);
            default -> answered(where, answer);
        };
    }

    private String remedy(int status) {
        return switch (status) {
            case UNAUTHORIZED, FORBIDDEN -> forbidden;
            case NOT_FOUND -> unknown;
            default -> refused;
        };
    }

    /** Creates the failure of missing or refused credentials. */
    public StoreFailure noCredentials(Map<String, String> environment, String why, Exception e) {
        List<String> there =
                sources.stream().filter(name -> named(environment, name).isPresent()).toList();
        return failure(
                e,
                Problem.Kind.BAD_REQUEST,
                "No credentials for the store",
                "%s; credential variables set: %s"
                        .formatted(why, there.isEmpty() ? "none" : String.join(", ", there)),
                credentials);
    }

    /** Creates the failure of a temporarily unavailable credentials service. */
    public StoreFailure credentialsLater(String why, Exception e) {
        return failure(
                e,
                Problem.Kind.UNAVAILABLE,
                "Credentials for the store are temporarily unavailable",
                why,
                access.later());
    }

    /** Creates the failure of an object that differs from the sent bytes. */
    public static StoreFailure different(String where, String how) {
        return failure(
                new IOException("the stored object differs"),
                Problem.Kind.UNAVAILABLE,
                "The stored object differs from what was sent",
                where + ": " + how,
                "Start the upload again; check whether another program writes to this object.");
    }

    /** Creates any other failure. */
    public static StoreFailure failure(
            Exception cause, Problem.Kind kind, String title, String detail, String remedy) {
        return new StoreFailure(new Problem(kind, title, detail, remedy), cause);
    }

    /** Returns a variable of the environment, unless it is blank. */
    public static Optional<String> named(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    /** Describes an answer by its status and explanation. */
    public static String said(RestAnswer answer) {
        String words = answer.words();
        return "status " + answer.status() + (words.isEmpty() ? "" : " (" + words + ")");
    }

    /** Describes a failure: some exceptions of Java's client have no message. */
    public static String reason(IOException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        if (cause instanceof UnresolvedAddressException) {
            return "unknown host";
        }
        if (e instanceof ConnectException || cause instanceof ConnectException) {
            return "connection failed";
        }
        return cause instanceof ClosedChannelException ? "the connection broke" : IoReason.of(e);
    }
}
