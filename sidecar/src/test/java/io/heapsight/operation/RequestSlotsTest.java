/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestSlotsTest {
    private final RequestSlots slots = new RequestSlots(1);

    @Test
    void nextRequestWaitsUntilTheAnsweredOneIsReleased() {
        assertThat(slots.acquire()).isTrue();
        CompletableFuture<Void> released =
                CompletableFuture.runAsync(
                        slots::release,
                        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));

        assertThat(slots.acquire()).isTrue();
        released.join();
    }

    @Test
    void secondRequestIsRefusedWhileOneRuns() {
        assertThat(slots.acquire()).isTrue();
        assertThat(slots.acquire()).isFalse();
        slots.release();
        assertThat(slots.acquire()).isTrue();
    }
}
