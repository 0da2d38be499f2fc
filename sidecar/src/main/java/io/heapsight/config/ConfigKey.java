/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * One configuration key: the single place that says what it is.
 *
 * @param name of the environment variable and of the property
 * @param defaultValue as text; valid by {@code type}
 * @param type what is expected
 * @param description one line for the manual
 * @param secret where a secret, or a file that holds one, is named
 * @param <T> what its value means
 */
public record ConfigKey<T>(
        String name, String defaultValue, ValueType<T> type, String description, boolean secret) {
    /** What stands for a value that must not be seen. */
    static final String HIDDEN = "(hidden)";

    /**
     * What a URL may hold beside its host: a user with a password, the path of a webhook, the query
     * of a presigned request. Bucket and folder of a store are no secrets.
     */
    private static final Pattern USER_OF_URL = Pattern.compile("(\\w://)[^\\s,]*@");

    private static final Pattern PATH_OF_URL =
            Pattern.compile("(https?://[^/?#\\s,]*)[/?#][^\\s,]+");
    private static final Pattern QUERY_OF_URL = Pattern.compile("(\\w://[^?\\s,]*)\\?[^\\s,]+");

    /** One that names no secret. */
    ConfigKey(String name, String defaultValue, ValueType<T> type, String description) {
        this(name, defaultValue, type, description, false);
    }

    /** One phrase: "a port, 0 to 65535". */
    public String expected() {
        return type.expected();
    }

    T parse(String text) {
        return type.parser().apply(text);
    }

    /**
     * The value as it may be shown. The path of a file that holds a secret is no secret, but
     * somebody may have pasted the secret in the path's place; or a URL with one where a URL, or
     * its host, belongs.
     */
    String shown(String value) {
        if (secret && !value.isEmpty() && !isFile(value)) {
            return HIDDEN;
        }
        String host = USER_OF_URL.matcher(value).replaceAll("$1" + HIDDEN + "@");
        String place = PATH_OF_URL.matcher(host).replaceAll("$1/" + HIDDEN);
        return QUERY_OF_URL.matcher(place).replaceAll("$1?" + HIDDEN);
    }

    private static boolean isFile(String value) {
        try {
            return value.startsWith("/") && Files.exists(Path.of(value));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
