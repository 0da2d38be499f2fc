/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.delivery.ReceiverUrlParser;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreUrl;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;

/** The keys of the object store. None is a secret: credentials come from the environment. */
final class StoreKeys {
    static final ConfigKey<Optional<StoreUrl>> STORE =
            new ConfigKey<>(
                    "HEAPSIGHT_STORE",
                    "",
                    orNothing(StoreUrl.EXPECTED, StoreUrl::parse),
                    "the object store or folder to which evidence is uploaded");

    static final ConfigKey<Optional<URI>> ENDPOINT =
            new ConfigKey<>(
                    "HEAPSIGHT_STORE_ENDPOINT",
                    "",
                    orNothing(
                            "http://HOST:PORT or https://HOST:PORT, or empty",
                            ReceiverUrlParser::parseBase),
                    "the endpoint of the service behind s3://, gs:// or azblob://, if it is not"
                            + " the default one");

    static final ConfigKey<Optional<String>> REGION =
            new ConfigKey<>(
                    "HEAPSIGHT_STORE_REGION",
                    "",
                    orNothing("a region (eu-central-1), or empty", StoreKeys::region),
                    "the region of an S3 bucket; empty: AWS_REGION");

    static final ConfigKey<Boolean> PATH_STYLE =
            new ConfigKey<>(
                    "HEAPSIGHT_STORE_PATH_STYLE",
                    "false",
                    ValueType.bool(),
                    "whether the path of the URL, not its host, names an S3 bucket, as many services"
                            + " other than AWS require");

    static final ConfigKey<Optional<ServerEncryption>> SSE =
            new ConfigKey<>(
                    "HEAPSIGHT_STORE_SSE",
                    "",
                    orNothing(ServerEncryption.EXPECTED, ServerEncryption::parse),
                    "the server-side encryption to request; empty: the bucket's default");

    static final ConfigKey<Boolean> REDACT =
            new ConfigKey<>(
                    "HEAPSIGHT_STORE_REDACT",
                    "true",
                    ValueType.bool(),
                    "whether to redact heap dumps, and remove secrets from recordings, before"
                            + " uploads");

    static final ConfigKey<Boolean> AUTO =
            new ConfigKey<>(
                    "HEAPSIGHT_STORE_AUTO",
                    "true",
                    ValueType.bool(),
                    "whether captures of triggers, and post-mortems, are uploaded automatically");

    static final ConfigKey<Optional<String>> CLUSTER =
            new ConfigKey<>(
                    "HEAPSIGHT_CLUSTER",
                    "",
                    orNothing("a name, or empty", StoreKeys::name),
                    "the name of the cluster: the first part of object names in the store");

    private StoreKeys() {}

    private static <T> ValueType<Optional<T>> orNothing(
            String expected, Function<String, T> parser) {
        return new ValueType<>(
                expected,
                text -> text.isEmpty() ? Optional.empty() : Optional.of(parser.apply(text)));
    }

    private static String region(String text) {
        return matching(text, "[a-z0-9-]{1,64}");
    }

    private static String name(String text) {
        return matching(text, "[\\w .:@-]{1,100}");
    }

    private static String matching(String text, String pattern) {
        if (!text.matches(pattern)) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
