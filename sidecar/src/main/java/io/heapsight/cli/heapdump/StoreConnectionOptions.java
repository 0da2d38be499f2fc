/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The connection to a store, in the arguments of child processes; contains no secret. */
final class StoreConnectionOptions {
    @Option(names = "--store", required = true)
    private String store = "";

    @Option(names = "--endpoint")
    private Optional<URI> endpoint = Optional.empty();

    @Option(names = "--region")
    private Optional<String> region = Optional.empty();

    @Option(names = "--path-style")
    private boolean pathStyle;

    @Option(names = "--sse")
    private Optional<String> encryption = Optional.empty();

    @Option(names = "--ca")
    private Optional<Path> authorities = Optional.empty();

    StoreSettings settings() {
        return new StoreSettings(
                StoreUrl.parse(store),
                endpoint,
                region,
                pathStyle,
                encryption.map(ServerEncryption::parse),
                authorities);
    }
}
