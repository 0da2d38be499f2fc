/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.jstat.Sampler;
import io.heapsight.otlp.OtlpPush;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.otlp.TargetResourceAttributes;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Starts pushes to the OpenTelemetry endpoint, if one is configured. */
record OtlpWiring(SidecarConfig config, ProcFs procFs, OtlpPushCounts counts) {
    /**
     * Starts the push.
     *
     * @param stops receives the action that stops it
     */
    void start(Sampler sampler, SteadyClock clock, EventLog log, List<Runnable> stops) {
        for (String warning : config.otlp().warnings()) {
            log.warn("otlp push", EventLog.field("reason", warning));
        }
        if (config.otlp().settings().isEmpty()) {
            return;
        }
        TargetResourceAttributes resource =
                new TargetResourceAttributes(
                        procFs,
                        place(System.getenv()),
                        config.otlp().settings().get().resource(),
                        ProgramVersion.number());
        OtlpPush push =
                new OtlpPush(
                        config.otlp().settings().get(),
                        sampler::monitors,
                        resource,
                        counts,
                        clock,
                        log);
        stops.add(push::close);
        push.start();
    }

    /** Returns the cluster and, in Kubernetes, namespace, pod and node, if known. */
    private Map<String, String> place(Map<String, String> environment) {
        Map<String, String> place = new LinkedHashMap<>();
        put(place, "k8s.cluster.name", config.stores().cluster().orElse(""));
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            put(place, "k8s.namespace.name", UploadWiring.namespace(environment));
            put(place, "k8s.pod.name", PodName.of(environment).orElse(""));
            put(place, "k8s.pod.uid", environment.getOrDefault("POD_UID", ""));
            put(place, "k8s.node.name", environment.getOrDefault("NODE_NAME", ""));
        }
        return place;
    }

    private static void put(Map<String, String> place, String name, String value) {
        if (!value.isBlank()) {
            place.put(name, value);
        }
    }
}
