/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.Pod;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadIdTest {
    @ParameterizedTest
    @CsvSource({
        "web-6d4cf56db6-x7k2p, Deployment, web",
        "web-front-7f9c8d5b4-zz9xw, Deployment, web-front",
        "agent-x7k2p, DaemonSet, agent",
        "db-0, StatefulSet, db",
        "kafka-broker-12, StatefulSet, kafka-broker",
        "batch, Pod, batch",
        "10.0.0.1:9404, Pod, 10.0.0.1:9404"
    })
    void nameOfThePodTellsTheWorkload(String pod, String kind, String name) {
        assertThat(WorkloadId.of(new Pod("shop", pod), Map.of()))
                .isEqualTo(new WorkloadId("shop", kind, name));
    }

    @Test
    void ownerCountsMoreThanTheName() {
        Pod pod = new Pod("shop", "web-6d4cf56db6-x7k2p");

        assertThat(
                        WorkloadId.of(
                                pod,
                                Map.of("owner_kind", "ReplicaSet", "owner_name", "web-6d4cf56db6")))
                .isEqualTo(new WorkloadId("shop", "Deployment", "web"));
        assertThat(WorkloadId.of(pod, Map.of("owner_kind", "Job", "owner_name", "report-29")))
                .isEqualTo(new WorkloadId("shop", "Job", "report-29"));
        assertThat(
                        WorkloadId.of(pod, Map.of("owner_kind", "<none>", "owner_name", "<none>"))
                                .name())
                .isEqualTo("web");
    }
}
