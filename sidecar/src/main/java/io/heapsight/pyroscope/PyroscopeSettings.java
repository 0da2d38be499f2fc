/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pyroscope;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The server that receives profiles.
 *
 * @param url base of its API, such as http://pyroscope:4040
 * @param tenant of a multi-tenant server: the header X-Scope-OrgID
 * @param authorities PEM file of trusted authorities; empty: those of the Java runtime
 */
public record PyroscopeSettings(URI url, Optional<String> tenant, Optional<Path> authorities) {
    /** The URL for one profile. */
    URI ingest(String query) {
        String base = url.toString();
        String slash = base.endsWith("/") ? "" : "/";
        return URI.create(base + slash + "ingest?" + query);
    }
}
