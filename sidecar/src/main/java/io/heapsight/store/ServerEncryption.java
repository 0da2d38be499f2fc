/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the service is asked to encrypt what it keeps: {@code AES256}, {@code aws:kms} or {@code
 * aws:kms=KEY}.
 *
 * @param algorithm as the service calls it
 * @param key id, alias or ARN of a key of KMS; empty: the bucket's own
 */
public record ServerEncryption(String algorithm, Optional<String> key) {
    /** What is expected, for documents and errors. */
    public static final String EXPECTED =
            "AES256, aws:kms, aws:kms=KEY (an id, an alias or an ARN), or empty";

    private static final Pattern PATTERN =
            Pattern.compile("(AES256)|(aws:kms)(?:=([\\w/:.-]{1,300}))?");

    /**
     * Parses one.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static ServerEncryption parse(String text) {
        Matcher matcher = PATTERN.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        return matcher.group(1) != null
                ? new ServerEncryption(matcher.group(1), Optional.empty())
                : new ServerEncryption(matcher.group(2), Optional.ofNullable(matcher.group(3)));
    }

    /** Whether the service says of what it holds other digests than that of the bytes sent. */
    public boolean hidesMd5() {
        return algorithm.equals("aws:kms");
    }

    @Override
    public String toString() {
        return algorithm + key.map(id -> "=" + id).orElse("");
    }
}
