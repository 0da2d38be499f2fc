/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminationMessageTest {
    @Test
    void onlyWholeItemsThatKubernetesKeepsAreWritten() {
        String third = "high: €" + "x".repeat(1_356) + "\n";
        assertThat(third.getBytes(StandardCharsets.UTF_8)).hasSize(1_366);

        String text = TerminationMessage.first(List.of(third, third, third, "medium: y\n"));

        assertThat(text).isEqualTo(third + third);
    }

    @Test
    void allItemsAreWrittenIfTheyFit() {
        assertThat(TerminationMessage.first(List.of("a\n", "b\n"))).isEqualTo("a\nb\n");
    }
}
