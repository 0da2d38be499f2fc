/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requested server-side encryption: for S3 {@code AES256}, {@code aws:kms} or {@code
 * aws:kms=KEY}, for Google {@code gcp:kms=KEY}, for Azure {@code azure:scope=SCOPE}.
 *
 * @param service that supports it
 * @param algorithm in the terms of S3
 * @param key id, alias or ARN of a key in AWS KMS, resource name of a key in Google's KMS, or name
 *     of an encryption scope; empty: the bucket's default
 */
public record ServerEncryption(StoreUrl.Scheme service, String algorithm, Optional<String> key) {
    /** The expected syntax, for documents and errors. */
    public static final String EXPECTED =
            "AES256, aws:kms, aws:kms=KEY (an id, an alias or an ARN), for gs://"
                    + " gcp:kms=projects/…/cryptoKeys/KEY, for azblob:// azure:scope=SCOPE, or"
                    + " empty";

    private static final Pattern S3 =
            Pattern.compile("(AES256|aws:kms(?==|$))(?:(?<=s)=([\\w/:.-]{1,300}))?");
    private static final Pattern GS =
            Pattern.compile(
                    "(gcp:kms)=(projects/[\\w:.-]{1,100}/locations/[\\w-]{1,63}/keyRings/[\\w-]{1,63}"
                            + "/cryptoKeys/[\\w-]{1,63})");
    private static final Pattern AZBLOB =
            Pattern.compile("(azure:scope)=([A-Za-z0-9][A-Za-z0-9-]{1,61}[A-Za-z0-9])");

    /**
     * Parses an encryption.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static ServerEncryption parse(String text) {
        return parse(StoreUrl.Scheme.S3, S3.matcher(text))
                .or(() -> parse(StoreUrl.Scheme.GS, GS.matcher(text)))
                .or(() -> parse(StoreUrl.Scheme.AZBLOB, AZBLOB.matcher(text)))
                .orElseThrow(() -> new IllegalArgumentException(text));
    }

    private static Optional<ServerEncryption> parse(StoreUrl.Scheme service, Matcher text) {
        return text.matches()
                ? Optional.of(
                        new ServerEncryption(
                                service, text.group(1), Optional.ofNullable(text.group(2))))
                : Optional.empty();
    }

    /** Returns whether the service's digests differ from those of the sent bytes. */
    public boolean hidesMd5() {
        return algorithm.equals("aws:kms");
    }

    @Override
    public String toString() {
        return algorithm + key.map(id -> "=" + id).orElse("");
    }
}
