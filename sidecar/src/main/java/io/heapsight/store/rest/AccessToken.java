/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A token that a service of objects takes, for a time. */
public record AccessToken(String value, Instant expires) {
    /** What is left of a token that isn't used any more. */
    private static final Duration MARGIN = Duration.ofMinutes(3);

    /** Gets one. */
    @FunctionalInterface
    public interface Source {
        AccessToken get() throws IOException;
    }

    /** Keeps one as long as it is good. Used by one thread. */
    public static final class Kept {
        private final Source source;
        private final InstantSource clock;
        private @Nullable AccessToken token;

        public Kept(Source source, InstantSource clock) {
            this.source = source;
            this.clock = clock;
        }

        /** A value of the header {@code Authorization}. */
        public String authorization() throws IOException {
            AccessToken known = token;
            if (known == null || !clock.instant().isBefore(known.expires().minus(MARGIN))) {
                known = source.get();
                token = known;
            }
            return "Bearer " + known.value();
        }
    }

    /** That of {@code {"access_token":"…","expires_in":3599}}, which OAuth 2.0 says. */
    public static AccessToken of(JsonObject answer, Instant now) throws IOException {
        return new AccessToken(
                checked(answer.text("access_token")),
                now.plusSeconds(answer.integer("expires_in")));
    }

    /** A token as it can stand in a header; what is none is not repeated. */
    public static String checked(String token) throws IOException {
        if (!token.matches("[\\x21-\\x7e]{1,20000}")) {
            throw new IOException("what it gives is no token");
        }
        return token;
    }

    /** Its value is nobody's business. */
    @Override
    public String toString() {
        return "token until " + expires;
    }
}
