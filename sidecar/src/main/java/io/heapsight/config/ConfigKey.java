/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The definition of one configuration key.
 *
 * @param name of the environment variable and of the property
 * @param defaultValue as text; valid by {@code type}
 * @param type expected type
 * @param description one line for the manual
 * @param secret whether the value is a secret or the path of a file with one
 * @param <T> type of the value
 */
public record ConfigKey<T>(
        String name, String defaultValue, ValueType<T> type, String description, boolean secret) {
    /** The mask for secret values. */
    static final String HIDDEN = "(hidden)";

    /**
     * The parts of a URL that may be secret: a user with a password, the path of a webhook, the
     * query of a presigned request. The host, and the bucket and folder of a store, are not secret.
     */
    private static final Pattern USER_OF_URL = Pattern.compile("(\\w://)[^\\s,]*@");

    private static final Pattern PATH_OF_URL =
            Pattern.compile("(https?://[^/?#\\s,]*)[/?#][^\\s,]+");
    private static final Pattern QUERY_OF_URL = Pattern.compile("(\\w://[^?\\s,]*)\\?[^\\s,]+");

    /** A key without a secret. */
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
     * Returns the value without secrets. The path of a file with a secret is not secret. But a user
     * may have pasted the secret instead of the path, or a URL with a secret instead of a host.
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
