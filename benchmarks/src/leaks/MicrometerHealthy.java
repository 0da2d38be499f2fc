/* SPDX-License-Identifier: Apache-2.0 */
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** A registry with a usual number of meters. */
public final class MicrometerHealthy {
    static final MeterRegistry REGISTRY = new SimpleMeterRegistry();

    public static Object run() {
        for (int i = 0; i < 400; i++) {
            REGISTRY.timer("http.requests", "uri", "/path-" + i % 40, "status", "" + i / 40).record(java.time.Duration.ofMillis(i));
        }
        return null;
    }
}
