/* SPDX-License-Identifier: Apache-2.0 */
import io.prometheus.client.Counter;

/** A label with a value per path. */
public final class SimpleclientLeak {
    static final Counter REQUESTS = Counter.build("requests_total", "Requests.").labelNames("path").register();

    public static void run() {
        for (int i = 0; i < 20_000; i++) {
            REQUESTS.labels("/article/" + i).inc();
        }
    }
}
