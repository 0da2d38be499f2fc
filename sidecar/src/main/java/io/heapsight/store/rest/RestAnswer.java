/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The response of a service; its body is a short document. */
public record RestAnswer(int status, String body, HttpHeaders headers) {
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int MOST_CHARACTERS = 400;

    /** The place where an explanation continues with internal data, or repeats the signed text. */
    private static final Pattern NOT_FOR_USERS =
            Pattern.compile("(?s)(RequestId:|Trace ID:|The MAC signature|String to sign).*");

    private static final Pattern TAG = Pattern.compile("(?s)<(style|title)>.*?</\\1>|<[^>]*>");

    static RestAnswer of(HttpResponse<String> response) {
        return new RestAnswer(response.statusCode(), response.body(), response.headers());
    }

    /** Returns whether the request succeeded. */
    public boolean isDone() {
        return status() / 100 == 2;
    }

    /** Returns whether a retry may succeed. */
    public boolean mayPass() {
        return status() / 100 == 5 || status() == REQUEST_TIMEOUT || status() == TOO_MANY_REQUESTS;
    }

    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** Returns the pause requested by the service; zero if there is none. */
    Duration askedPause() {
        return header("Retry-After")
                .filter(asked -> asked.matches("[0-9]{1,5}"))
                .map(asked -> Duration.ofSeconds(Long.parseLong(asked)))
                .orElse(Duration.ZERO);
    }

    /** Parses the body, which must be a JSON object. */
    public JsonObject json() throws IOException {
        return parse(body());
    }

    /** Parses a document that may contain secrets: errors don't quote it. */
    public static JsonObject parse(String text) throws IOException {
        try {
            return JsonObject.parse(text);
        } catch (IOException _) {
            throw new IOException("it is not a JSON object");
        }
    }

    /**
     * Returns the service's explanation of a refusal, on one line. Google sends {@code
     * {"error":{"message":…}}}, token services {@code {"error":…,"error_description":…}} and Azure
     * {@code <Error><Code>…</Code><Message>…</Message></Error>}; metadata servers plain text.
     */
    public String words() {
        String words;
        if (body().startsWith("{")) {
            words = wordsOfJson();
        } else if (body().contains("<Error>")) {
            String detail = element("AuthenticationErrorDetail");
            words =
                    element("Code")
                            + ": "
                            + element("Message")
                            + (detail.isEmpty() ? "" : " ")
                            + detail;
        } else {
            words = TAG.matcher(body()).replaceAll(" ");
        }
        String line = words.replaceAll("\\s+", " ").strip();
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "…";
    }

    private String wordsOfJson() {
        try {
            JsonObject json = json();
            if (json.fields().get("error") instanceof JsonObject error) {
                return error.optionalText("message").orElse("");
            }
            return json.optionalText("error").orElse("")
                    + json.optionalText("error_description")
                            .map(words -> ": " + forUsers(words))
                            .orElse("");
        } catch (IOException _) {
            return "";
        }
    }

    private String element(String name) {
        Matcher matcher =
                Pattern.compile("<%s>([^<]{1,2000})</%s>".formatted(name, name)).matcher(body());
        return matcher.find() ? forUsers(matcher.group(1)) : "";
    }

    private static String forUsers(String words) {
        return NOT_FOR_USERS.matcher(words).replaceFirst("").strip();
    }
}
