/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.delivery.DeliveryCounts;
import io.heapsight.delivery.RetryingPost;
import io.heapsight.profile.ProfileStore;
import io.heapsight.pyroscope.PyroscopePush;
import io.heapsight.pyroscope.PyroscopeSettings;
import io.heapsight.unit.EventLog;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Connects the stored profiles to the Pyroscope server, if one is configured. */
final class PyroscopeWiring {
    private PyroscopeWiring() {}

    /**
     * Sends each profile stored from now on.
     *
     * @param stops receives the action that stops it
     * @return its counts, which stay 0 without a server
     */
    static DeliveryCounts connect(
            SidecarConfig config, ProfileStore store, EventLog log, List<Runnable> stops) {
        if (config.pyroscope().isEmpty()) {
            return new DeliveryCounts();
        }
        PyroscopeSettings settings = config.pyroscope().get();
        PyroscopePush push =
                new PyroscopePush(
                        settings,
                        labels(System.getenv()),
                        store,
                        new RetryingPost(
                                settings.authorities(),
                                RetryingPost.Patience.USUAL,
                                InstantSource.system()),
                        log);
        stops.add(push::close);
        store.files().onAdded(push::send);
        return push.counts();
    }

    /** Returns pod and namespace, if known. */
    private static Map<String, String> labels(Map<String, String> environment) {
        Map<String, String> labels = new TreeMap<>();
        PodName.of(environment).ifPresent(pod -> labels.put("pod", pod));
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            labels.put("namespace", UploadWiring.namespace(environment));
        }
        return labels;
    }
}
