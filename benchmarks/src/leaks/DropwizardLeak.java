/* SPDX-License-Identifier: Apache-2.0 */
import com.codahale.metrics.MetricRegistry;

/** A timer per customer. */
public final class DropwizardLeak {
    static final MetricRegistry METRICS = new MetricRegistry();

    public static void run() {
        for (int i = 0; i < 4_000; i++) {
            METRICS.meter("orders." + i + ".rate").mark();
        }
    }
}
