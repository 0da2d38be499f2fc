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

    /** A query or a user's name and password, which a URL in a configuration has by mistake. */
    private static final Pattern IN_URL = Pattern.compile("(?s)^(\\w+://)(?=[^?]*@|.*\\?).*$");

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
     * somebody may have pasted the secret in the path's place, or left it in a URL.
     */
    String shown(String value) {
        return secret && !value.isEmpty() && !isFile(value)
                ? HIDDEN
                : IN_URL.matcher(value).replaceFirst("$1" + HIDDEN);
    }

    private static boolean isFile(String value) {
        try {
            return value.startsWith("/") && Files.exists(Path.of(value));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
