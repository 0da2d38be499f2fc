/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.config.SidecarConfig;
import io.heapsight.store.StoreSettings;
import io.heapsight.unit.CancelSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of a store, which is a folder here. */
class StoreCheckTest {
    @TempDir private Path folder;

    @Test
    void requestsAtTheSameTimeShareOneCheck() throws Exception {
        StoreCheck finding = new StoreCheck(store(), Duration.ofMinutes(1));
        Set<CheckResult> results = Collections.newSetFromMap(new IdentityHashMap<>());
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<CheckResult>> answers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answers.add(callers.submit(() -> finding.look(new CancelSignal())));
            }
            for (Future<CheckResult> answer : answers) {
                results.add(answer.get());
            }
        }
        assertThat(results).singleElement().satisfies(it -> assertThat(it.ok()).isTrue());
        assertThat(finding.look(new CancelSignal())).isNotSameAs(results.iterator().next());
    }

    @Test
    void slowStoreIsNotAwaited() throws Exception {
        CheckResult result = new StoreCheck(store(), Duration.ofMillis(1)).look(new CancelSignal());
        assertThat(result.ok()).isFalse();
        assertThat(result.found()).contains("did not accept an object within 0.001 s");
    }

    @Test
    void checkEndsWithItsRequest() throws Exception {
        StoreCheck finding = new StoreCheck(store(), Duration.ofMinutes(1));
        CancelSignal gone = new CancelSignal();
        gone.cancel();
        assertThatThrownBy(() -> finding.look(gone)).isInstanceOf(CancellationException.class);
        assertThat(finding.look(new CancelSignal()).ok()).isTrue();
    }

    private StoreSettings store() throws Exception {
        return SidecarConfig.read(Map.of("HEAPSIGHT_STORE", folder.toUri().toString()))
                .stores()
                .store()
                .orElseThrow();
    }
}
