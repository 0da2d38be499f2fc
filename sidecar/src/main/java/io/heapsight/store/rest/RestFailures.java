/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.store.StoreFailure;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import javax.net.ssl.SSLException;

/**
 * What goes wrong with a service, in words for the user; none of them is a secret.
 *
 * @param reaching what to look at where it can't be reached
 * @param refused what to do about a status
 * @param credentials how a pod gets some
 * @param sources the variables that name credentials
 */
public record RestFailures(
        String reaching, IntFunction<String> refused, String credentials, List<String> sources) {
    private static final int INSUFFICIENT_STORAGE = 507;

    /**
     * A request had no answer.
     *
     * @param where what it was about
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

    /** A request was not done. */
    public StoreFailure answered(String where, RestAnswer answer) {
        if (answer.status() == INSUFFICIENT_STORAGE) {
            return failure(
                    new IOException("full"),
                    Problem.Kind.UNAVAILABLE,
                    "The store is full",
                    where + ": " + said(answer),
                    "Make room in it, or raise its quota, and start it again; what is kept stays.");
        }
        boolean passes = answer.mayPass();
        return failure(
                new IOException("status " + answer.status()),
                passes ? Problem.Kind.UNAVAILABLE : Problem.Kind.REFUSED_BY_TARGET,
                passes ? "The store does not take it now" : "The store refuses the upload",
                where + ": " + said(answer),
                passes
                        ? "Start it again when the service is well; what is kept stays."
                        : refused.apply(answer.status()));
    }

    /** Where credentials were looked for, there are none, or they are refused. */
    public StoreFailure noCredentials(Map<String, String> environment, String why, Exception e) {
        List<String> there =
                sources.stream().filter(name -> named(environment, name).isPresent()).toList();
        return failure(
                e,
                Problem.Kind.BAD_REQUEST,
                "No credentials for the store",
                "%s; of what names credentials the environment has %s"
                        .formatted(why, there.isEmpty() ? "nothing" : String.join(", ", there)),
                credentials);
    }

    /** Who gives out credentials does not now. */
    public StoreFailure credentialsLater(String why, Exception e) {
        return failure(
                e,
                Problem.Kind.UNAVAILABLE,
                "No credentials for the store now",
                why,
                "Start it again when that service is well; what is kept stays.");
    }

    /** What is there is not what was sent. */
    public static StoreFailure different(String where, String how) {
        return failure(
                new IOException("the store has something else"),
                Problem.Kind.UNAVAILABLE,
                "The store has something else than was sent",
                where + ": " + how,
                "Start the upload again; look who else writes there.");
    }

    /** What goes wrong otherwise. */
    public static StoreFailure failure(
            Exception cause, Problem.Kind kind, String title, String detail, String remedy) {
        return new StoreFailure(new Problem(kind, title, detail, remedy), cause);
    }

    /** A variable of the environment that is not blank. */
    public static Optional<String> named(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    /** An answer's status and words. */
    public static String said(RestAnswer answer) {
        String words = answer.words();
        return "status " + answer.status() + (words.isEmpty() ? "" : " (" + words + ")");
    }

    /** Java's client has no words for some. */
    public static String reason(IOException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        if (cause instanceof UnresolvedAddressException) {
            return "the host's name is not known";
        }
        if (e instanceof ConnectException || cause instanceof ConnectException) {
            return "nobody takes the connection";
        }
        return cause instanceof ClosedChannelException ? "the connection broke" : IoReason.of(e);
    }
}
