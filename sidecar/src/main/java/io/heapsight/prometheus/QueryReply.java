/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.util.List;

/**
 * The answer to a query.
 *
 * @param status {@code success} or {@code error}; empty if the field is missing
 * @param errorType {@code bad_data}, {@code execution}, {@code timeout}, …; empty without an error
 * @param error in words; empty without an error
 * @param series the result, without points that are not finite numbers
 * @param warnings of the server: its result may be incomplete
 * @param notFinite number of points that were NaN or infinite
 * @param histograms number of series that are native histograms, which are skipped
 */
record QueryReply(
        String status,
        String errorType,
        String error,
        List<MetricSeries> series,
        List<String> warnings,
        long notFinite,
        int histograms) {
    QueryReply {
        series = List.copyOf(series);
        warnings = List.copyOf(warnings);
    }

    boolean isSuccess() {
        return status.equals("success");
    }
}
