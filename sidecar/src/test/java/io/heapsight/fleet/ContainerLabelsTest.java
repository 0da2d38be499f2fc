/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerLabelsTest {
    @Test
    void podsAreSelectedByNamespaceInBatches() {
        assertThat(
                        ContainerLabels.batches(
                                List.of(
                                        new Pod("shop", "a-1"),
                                        new Pod("shop", "b.c"),
                                        new Pod("shop", "d"),
                                        new Pod("", "e")),
                                2))
                .containsExactly(
                        "pod=~\"e\"",
                        "namespace=\"shop\",pod=~\"a-1|b\\\\.c\"",
                        "namespace=\"shop\",pod=~\"d\"");
    }
}
