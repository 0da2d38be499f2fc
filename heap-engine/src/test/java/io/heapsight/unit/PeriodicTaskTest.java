/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
    private static final Duration OFTEN = Duration.ofMillis(1);

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @Test
    void runFollowsAFailedRun() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(3);
        try (PeriodicTask task =
                task(
                        () -> {
                            runs.countDown();
                            throw new IOException("run %d".formatted(runs.getCount()));
                        })) {
            task.start(OFTEN);
            assertThat(runs.await(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(failures).extracting(Throwable::getMessage).startsWith("run 2", "run 1");
    }

    @Test
    void closeCancelsTheRunAndWaitsForItsEnd() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        PeriodicTask[] self = new PeriodicTask[1];
        self[0] =
                task(
                        () -> {
                            begun.countDown();
                            while (!self[0].cancel().isCancelled()) {
                                Thread.onSpinWait();
                            }
                            ended.set(true);
                        });
        self[0].start(OFTEN);
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        self[0].close();
        assertThat(ended).isTrue();
    }

    @Test
    void taskClosedBeforeItsFirstRunNeverRuns() {
        AtomicInteger runs = new AtomicInteger();
        PeriodicTask task = task(runs::incrementAndGet);
        task.start(Duration.ofHours(1), OFTEN);
        task.close();
        task(runs::incrementAndGet).close(); // one that was never started
        assertThat(runs).hasValue(0);
    }

    private PeriodicTask task(PeriodicTask.Task task) {
        return new PeriodicTask(Thread.ofVirtual().name("test"), task, failures::add);
    }
}
