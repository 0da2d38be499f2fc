/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The connection settings of a store. Contains no secret: the uploading child process finds
 * credentials in its environment and in the files configured here.
 *
 * @param endpoint of a service that is not AWS's own
 * @param region empty: as in the environment
 * @param pathStyle whether the path, not the host, contains the bucket
 * @param encryption empty: the bucket's default
 * @param authorities a PEM file of trusted authorities; empty: those of the Java runtime
 */
public record StoreSettings(
        StoreUrl url,
        Optional<URI> endpoint,
        Optional<String> region,
        boolean pathStyle,
        Optional<ServerEncryption> encryption,
        Optional<Path> authorities) {
    /** Returns these settings for another store of the same kind, or another bucket. */
    public StoreSettings at(StoreUrl other) {
        return new StoreSettings(other, endpoint, region, pathStyle, encryption, authorities);
    }

    /** Returns the settings as arguments of {@code store-child}. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add("--store=" + url);
        endpoint.ifPresent(it -> arguments.add("--endpoint=" + it));
        region.ifPresent(it -> arguments.add("--region=" + it));
        if (pathStyle) {
            arguments.add("--path-style");
        }
        encryption.ifPresent(it -> arguments.add("--sse=" + it));
        authorities.ifPresent(it -> arguments.add("--ca=" + it));
        return arguments;
    }
}
