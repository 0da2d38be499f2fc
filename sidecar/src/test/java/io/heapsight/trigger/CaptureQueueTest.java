/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Concurrent captures of several rules on one target. */
class CaptureQueueTest {
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger captures = new AtomicInteger();
    private final AtomicInteger mostCaptures = new AtomicInteger();

    private class Wanted implements CaptureQueue.Firing {
        private final String rule;
        private final List<TriggerAction> left;
        private final CountDownLatch end;

        Wanted(String rule, CountDownLatch end, TriggerAction... actions) {
            this.rule = rule;
            this.left = Collections.synchronizedList(new ArrayList<>(List.of(actions)));
            this.end = end;
        }

        @Override
        public Optional<TriggerAction> next() {
            return left.stream().findFirst();
        }

        @Override
        public void performNext() {
            TriggerAction action = left.getFirst();
            if (action.takes()) {
                mostCaptures.accumulateAndGet(captures.incrementAndGet(), Math::max);
                captures.decrementAndGet();
            }
            done.add(rule + " " + action.label());
            left.removeFirst();
        }

        @Override
        public void end() {
            done.add(rule + " ends");
            end.countDown();
        }
    }

    private Wanted wanted(String rule, TriggerAction... actions) {
        return new Wanted(rule, new CountDownLatch(1), actions);
    }

    @Test
    void simultaneousTriggersAreCapturedCheapestFirst() {
        new CaptureQueue(Runnable::run)
                .add(
                        List.of(
                                wanted("a", TriggerAction.HEAPDUMP),
                                wanted("b", TriggerAction.HISTOGRAM),
                                wanted("c", TriggerAction.THREADS)));

        assertThat(done)
                .containsExactly(
                        "c threads", "c ends", "b histogram", "b ends", "a heapdump", "a ends");
    }

    @Test
    void ruleKeepsTheOrderOfItsActionsBesideAnother() {
        new CaptureQueue(Runnable::run)
                .add(
                        List.of(
                                wanted("a", TriggerAction.HISTOGRAM, TriggerAction.THREADS),
                                wanted("b", TriggerAction.HEAPDUMP, TriggerAction.UPLOAD)));

        assertThat(done)
                .containsExactly(
                        "a histogram", "a threads", "a ends", "b heapdump", "b upload", "b ends");
    }

    @Test
    void ruleWithoutActionsEnds() {
        new CaptureQueue(Runnable::run).add(List.of(wanted("a")));

        assertThat(done).containsExactly("a ends");
    }

    @Test
    void captureNeverRunsBesideAnotherOnManyThreads() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CaptureQueue queue = new CaptureQueue(threads);
            CountDownLatch end = new CountDownLatch(40);
            for (int i = 0; i < 20; i++) {
                queue.add(
                        List.of(
                                new Wanted(
                                        "a" + i,
                                        end,
                                        TriggerAction.HEAPDUMP,
                                        TriggerAction.UPLOAD,
                                        TriggerAction.HISTOGRAM),
                                new Wanted("b" + i, end, TriggerAction.THREADS)));
            }
            assertThat(end.await(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(done).hasSize(20 * 4 + 40);
        assertThat(mostCaptures).hasValue(1);
    }

    @Test
    void uploadWaitingForAnAnalysisDelaysNoCapture() throws Exception {
        CountDownLatch analysed = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(2);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CaptureQueue queue = new CaptureQueue(threads);
            queue.add(
                    List.of(
                            new Wanted("a", end, TriggerAction.UPLOAD) {
                                @Override
                                public void performNext() {
                                    try {
                                        analysed.await();
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                    super.performNext();
                                }
                            },
                            new Wanted("b", end, TriggerAction.THREADS) {
                                @Override
                                public void end() {
                                    super.end();
                                    analysed.countDown();
                                }
                            }));
            assertThat(end.await(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(done).containsExactly("b threads", "b ends", "a upload", "a ends");
    }
}
