/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SidecarTest {
    @Test
    void allPartsCloseInReverseOrderAlsoAfterAFailure() {
        List<String> ended = new ArrayList<>();
        Runnable fails =
                () -> {
                    throw new IllegalStateException("the HTTP server does not stop");
                };
        List<Runnable> stops = List.of(() -> ended.add("first"), fails, () -> ended.add("last"));
        Sidecar sidecar = new Sidecar(0, new CountDownLatch(1), stops);
        assertThatThrownBy(sidecar::close).hasMessage("the HTTP server does not stop");
        assertThat(ended).containsExactly("last", "first");
        sidecar.close();
        assertThat(ended).as("ended once").hasSize(2);
    }
}
