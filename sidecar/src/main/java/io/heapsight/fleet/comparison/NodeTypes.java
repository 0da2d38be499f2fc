/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.prometheus.InstantSample;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The machine types of nodes, from kube-state-metrics. If nodes of several clusters have the same
 * name but different types, the type is unknown.
 */
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
            types.merge(each.label(NODE), each.label(TYPE), NodeTypes::common);
        }
        types.values().removeIf(String::isEmpty);
        return new NodeTypes(types);
    }

    private static String common(String one, String other) {
        return one.equals(other) ? one : "";
    }

    /** Returns the type of a node; empty if it is unknown. */
    Optional<String> type(String node) {
        return Optional.ofNullable(types.get(node));
    }
}
