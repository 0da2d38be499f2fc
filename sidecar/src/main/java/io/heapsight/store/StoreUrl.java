/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where evidence is stored: {@code s3://BUCKET/PREFIX} or {@code file:///FOLDER}.
 *
 * @param scheme what serves it
 * @param bucket "" for a folder
 * @param prefix of all names, without a slash at its ends; of a folder, its absolute path
 */
public record StoreUrl(Scheme scheme, String bucket, String prefix) {
    /** What serves a store. */
    public enum Scheme {
        S3,
        FILE
    }

    /** What is expected, for documents and errors. */
    public static final String EXPECTED =
            "s3://BUCKET or s3://BUCKET/PREFIX, file:///FOLDER, or empty";

    private static final Pattern S3 =
            Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/([\\w!.*'()/-]{0,300}))?");
    private static final Pattern FOLDER = Pattern.compile("file://(/[^?#]{0,300})");
    private static final Pattern STEPS = Pattern.compile("(^|/)\\.{0,2}(/|$)");

    /**
     * Parses one.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static StoreUrl parse(String text) {
        Matcher s3 = S3.matcher(text);
        if (s3.matches()) {
            String prefix = s3.group(2) == null ? "" : s3.group(2).replaceFirst("/$", "");
            if (!prefix.isEmpty() && STEPS.matcher(prefix).find()) {
                throw new IllegalArgumentException(text);
            }
            return new StoreUrl(Scheme.S3, s3.group(1), prefix);
        }
        Matcher folder = FOLDER.matcher(text);
        if (!folder.matches()) {
            throw new IllegalArgumentException(text);
        }
        try {
            return new StoreUrl(Scheme.FILE, "", Path.of(folder.group(1)).normalize().toString());
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The key of an object in its bucket, or its path below the folder. */
    public String key(String name) {
        return scheme == Scheme.FILE || prefix.isEmpty() ? name : prefix + "/" + name;
    }

    /** Where an object of that name is. */
    public String of(String name) {
        return this + "/" + name;
    }

    @Override
    public String toString() {
        return switch (scheme) {
            case FILE -> "file://" + prefix;
            case S3 -> "s3://" + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
        };
    }
}
