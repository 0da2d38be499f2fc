/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Parameter;
import io.heapsight.operation.Pause;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.pause.PauseLimit;
import java.time.Duration;

/** Request parameters and answer headers about the pause of a capture. */
final class PauseParameters {
    /** The pause limit of this request. */
    static final Parameter<Duration> MAX_PAUSE =
            Parameter.duration(
                    "maxPause",
                    "[0-9]{1,6}(ms|s|m|h)?",
                    "a duration: 500ms, 30s, 2m",
                    "refuse the capture if it is expected to stop the target for longer, instead"
                            + " of HEAPSIGHT_MAX_PAUSE");

    private static final String EXPECTED = "X-Heapsight-Expected-Pause";
    private static final String MEASURED = "X-Heapsight-Pause";

    private PauseParameters() {}

    static PauseLimit limit(PauseEstimator pauses, Exchange exchange) {
        return pauses.ofRequest(exchange.find(MAX_PAUSE));
    }

    /** Adds headers in seconds for known values. */
    static void addTo(Exchange exchange, Pause pause) {
        pause.expected().ifPresent(it -> exchange.answerHeader(EXPECTED, "" + Pause.seconds(it)));
        pause.measured().ifPresent(it -> exchange.answerHeader(MEASURED, "" + Pause.seconds(it)));
    }
}
