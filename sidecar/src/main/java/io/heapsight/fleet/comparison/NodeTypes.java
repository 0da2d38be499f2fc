/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.prometheus.InstantSample;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The machine types of a cluster's nodes, by kube-state-metrics. */
record NodeTypes(Map<String, String> types) {
    static final String NODE = "node";
    private static final String TYPE = "label_node_kubernetes_io_instance_type";

    NodeTypes {
        types = Map.copyOf(types);
    }

    static NodeTypes of(PrometheusClient client, Instant at) throws ProblemException {
        Map<String, String> types = new HashMap<>();
        for (InstantSample each :
                client.instant(
                        "group by (%s, %s) (kube_node_labels{%s!=\"\"})"
                                .formatted(NODE, TYPE, TYPE),
                        at)) {
            types.put(each.label(NODE), each.label(TYPE));
        }
        return new NodeTypes(types);
    }

    /** Returns the type of a node; empty if it is unknown. */
    Optional<String> type(String node) {
        return Optional.ofNullable(types.get(node));
    }
}
