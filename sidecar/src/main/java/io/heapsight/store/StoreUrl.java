/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of the store: {@code s3://BUCKET/PREFIX}, {@code gs://BUCKET/PREFIX}, {@code
 * azblob://CONTAINER/PREFIX} or {@code file:///FOLDER}.
 *
 * @param scheme the service
 * @param bucket or container of Azure; "" for a folder
 * @param prefix of all names, without a slash at its ends; for a folder, its absolute path
 */
public record StoreUrl(Scheme scheme, String bucket, String prefix) {
    /** The service of a store. */
    public enum Scheme {
        S3("s3", "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]"),
        /** Google Cloud Storage. */
        GS("gs", "[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]"),
        /** Azure Blob Storage; the environment contains the account. */
        AZBLOB("azblob", "(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]"),
        FILE("file", "");

        private final String label;
        private final Pattern bucket;

        Scheme(String label, String bucket) {
            this.label = label;
            this.bucket = Pattern.compile(bucket);
        }
    }

    /** The expected syntax, for documents and errors. */
    public static final String EXPECTED =
            "s3://BUCKET, gs://BUCKET or azblob://CONTAINER, each with or without /PREFIX,"
                    + " file:///FOLDER, or empty";

    private static final Pattern BUCKET =
            Pattern.compile("(s3|gs|azblob)://([^/]{1,222})(?:/([\\w!.*'()/-]{0,300}))?");
    private static final Pattern FOLDER = Pattern.compile("file://(/[^?#]{0,300})");
    private static final Pattern STEPS = Pattern.compile("(^|/)\\.{0,2}(/|$)");

    /**
     * Parses a URL.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static StoreUrl parse(String text) {
        Matcher bucket = BUCKET.matcher(text);
        if (bucket.matches()) {
            return inBucket(Scheme.valueOf(bucket.group(1).toUpperCase(Locale.ROOT)), bucket);
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

    private static StoreUrl inBucket(Scheme scheme, Matcher text) {
        String prefix = text.group(3) == null ? "" : text.group(3).replaceFirst("/$", "");
        if (!scheme.bucket.matcher(text.group(2)).matches()
                || (!prefix.isEmpty() && STEPS.matcher(prefix).find())) {
            throw new IllegalArgumentException(text.group());
        }
        return new StoreUrl(scheme, text.group(2), prefix);
    }

    /** Returns the key of an object in its bucket, or its path below the folder. */
    public String key(String name) {
        return scheme == Scheme.FILE || prefix.isEmpty() ? name : prefix + "/" + name;
    }

    /** Returns the URL of an object. */
    public String of(String name) {
        return this + "/" + name;
    }

    @Override
    public String toString() {
        return scheme.label
                + "://"
                + bucket
                + (bucket.isEmpty() || prefix.isEmpty() ? prefix : "/" + prefix);
    }
}
