/* SPDX-License-Identifier: Apache-2.0 */
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** A tag with a value per user. */
public final class MicrometerLeak {
    static final MeterRegistry REGISTRY = new SimpleMeterRegistry();

    public static void run() {
        for (int i = 0; i < 15_000; i++) {
            REGISTRY.counter("http.requests", "user", "user-" + i, "outcome", "SUCCESS").increment();
        }
    }
}
