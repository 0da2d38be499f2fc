/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** An access token for a storage service, with an expiry time. */
public record AccessToken(String value, Instant expires) {
    /** The remaining lifetime below which a token is no longer used. */
    private static final Duration MARGIN = Duration.ofMinutes(3);

    /** Requests a token. */
    @FunctionalInterface
    public interface Source {
        AccessToken get() throws IOException;
    }

    /** Caches a token until it expires. Thread-safe. */
    public static final class Kept {
        private final Source source;
        private final InstantSource clock;
        private @Nullable AccessToken token;

        public Kept(Source source, InstantSource clock) {
            this.source = source;
            this.clock = clock;
        }

        /** Returns a value of the header {@code Authorization}. */
        public synchronized String authorization() throws IOException {
            AccessToken known = token;
            if (known == null || !clock.instant().isBefore(known.expires().minus(MARGIN))) {
                known = source.get();
                token = known;
            }
            return "Bearer " + known.value();
        }
    }

    /** Parses {@code {"access_token":"…","expires_in":3599}}, the answer of OAuth 2.0. */
    public static AccessToken of(JsonObject answer, Instant now) throws IOException {
        return new AccessToken(
                checked(answer.text("access_token")),
                now.plusSeconds(answer.integer("expires_in")));
    }

    /** Checks that a token is valid in a header; errors don't quote it. */
    public static String checked(String token) throws IOException {
        if (!token.matches("[\\x21-\\x7e]{1,20000}")) {
            throw new IOException("its answer is not a token");
        }
        return token;
    }

    /** Hides the value, which is secret. */
    @Override
    public String toString() {
        return "token until " + expires;
    }
}
