/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import java.io.IOException;

/** Opens exporters; found by {@link java.util.ServiceLoader}. */
public interface OtlpExporters {
    /**
     * Opens an exporter; sends nothing yet.
     *
     * @param version of heapsight, for the receiver
     * @throws IOException if a certificate or key can't be read
     */
    OtlpExporter open(OtlpSettings settings, String version) throws IOException;
}
