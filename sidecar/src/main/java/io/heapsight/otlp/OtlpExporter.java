/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import java.util.List;

/** Sends metrics; implemented by the OpenTelemetry SDK in a class loader of its own. */
public interface OtlpExporter extends AutoCloseable {
    /**
     * The result of one push.
     *
     * @param accepted whether the receiver accepted the request
     * @param rejectedPoints number of points that it dropped nevertheless
     * @param fault reason of a failure, or the receiver's message; empty: none
     */
    record Result(boolean accepted, long rejectedPoints, String fault) {}

    /**
     * Sends the metrics in one request, and waits for the answer or the last failed attempt.
     *
     * @param temporality of the counts in the batches
     */
    Result send(List<OtlpBatch> batches, OtlpSettings.Temporality temporality)
            throws InterruptedException;

    @Override
    void close();
}
