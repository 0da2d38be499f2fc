/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.json.JsonObject;
import io.heapsight.store.StoreFailure;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.SmallFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Requests tokens; reads credential files.
 *
 * @param environment contains the credentials
 * @param failures problems of missing credentials
 */
public record TokenService(
        RestClient client, Map<String, String> environment, RestFailures failures) {
    private static final int MOST_FILE_BYTES = 64 * 1024;
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /**
     * Sends a request.
     *
     * @throws StoreFailure also if there is no token in the answer
     */
    public JsonObject ask(HttpRequest request) throws StoreFailure {
        try {
            return answer(request);
        } catch (IOException e) {
            throw failures.lost(who(request), e);
        }
    }

    /**
     * Sends a request to a service that may not exist; without an answer, there are no credentials.
     */
    public JsonObject askIfThere(HttpRequest request) throws StoreFailure {
        try {
            return answer(request);
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException e) {
            throw none(who(request) + ": " + RestFailures.reason(e), e);
        }
    }

    private JsonObject answer(HttpRequest request) throws IOException {
        RestAnswer answer = client.retried(_ -> client.once(request, LONGEST));
        String what = who(request) + ": " + RestFailures.said(answer);
        if (answer.mayPass()) {
            throw failures.credentialsLater(what, new IOException("later"));
        }
        if (!answer.isDone()) {
            throw none(what, new IOException("refused"));
        }
        return answer.json();
    }

    private static String who(HttpRequest request) {
        URI uri = request.uri();
        return "no token of %s://%s".formatted(uri.getScheme(), uri.getRawAuthority());
    }

    /** Creates the failure of missing or unusable credentials. */
    public StoreFailure none(String why, Exception e) {
        return failures.noCredentials(environment, why, e);
    }

    /**
     * Reads a short file named by a variable; its content never appears in messages.
     *
     * @param variable the name of the variable, or of another source of the path
     */
    public String read(String variable, String file) throws StoreFailure {
        try {
            return SmallFile.read(Path.of(file), MOST_FILE_BYTES)
                    .filter(bytes -> bytes.length > 0)
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                    .orElseThrow(() -> new IOException("it is empty, or larger than 64 KiB"));
        } catch (IOException e) {
            String said = "%s=%s: %s".formatted(variable, file, IoReason.why(e));
            throw none(said, e);
        } catch (InvalidPathException e) {
            throw none(variable + " is not a path", e);
        }
    }
}
