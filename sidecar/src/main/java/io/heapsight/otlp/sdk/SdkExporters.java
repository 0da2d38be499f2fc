/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp.sdk;

import io.heapsight.otlp.OtlpExporter;
import io.heapsight.otlp.OtlpExporters;
import io.heapsight.otlp.OtlpSettings;
import java.io.IOException;

/** Opens exporters of the SDK. */
public final class SdkExporters implements OtlpExporters {
    @Override
    public OtlpExporter open(OtlpSettings settings, String version) throws IOException {
        return new SdkExporter(settings, version);
    }
}
