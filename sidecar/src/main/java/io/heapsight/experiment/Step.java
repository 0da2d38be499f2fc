/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A step that changes the state of a target: an HTTP request or a command. */
public sealed interface Step {
    /** Returns the timeout; empty: the default of its kind. */
    Optional<Duration> timeout();

    /**
     * An HTTP request; any answer of 200 to 299 is success.
     *
     * @param contentType of the body
     * @param body may be empty
     */
    record Request(
            String method, URI url, String contentType, String body, Optional<Duration> timeout)
            implements Step {
        @Override
        public String toString() {
            return method + " " + url;
        }
    }

    /**
     * A user's program; exit code 0 is success.
     *
     * @param words the program and its arguments; no shell
     */
    record Command(List<String> words, Optional<Duration> timeout) implements Step {
        public Command {
            words = List.copyOf(words);
        }

        @Override
        public String toString() {
            return String.join(" ", words);
        }
    }
}
