/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Order of child processes, and their yielding. */
@Timeout(30)
class ChildSchedulerTest {
    private final ChildScheduler turn = new ChildScheduler();
    private final CancelSignal cancel = new CancelSignal();
    private final List<String> order = new CopyOnWriteArrayList<>();

    private static void nothing() {}

    private Thread waiter(String name, boolean first) throws InterruptedException {
        CountDownLatch waits = new CountDownLatch(1);
        Thread thread =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    if (first) {
                                        turn.awaitFirst(waits::countDown, cancel);
                                    } else {
                                        turn.await(waits::countDown, cancel);
                                    }
                                    order.add(name);
                                    turn.end();
                                });
        waits.await();
        return thread;
    }

    @Test
    void priorityTaskOvertakesWaitingOnes() throws Exception {
        turn.await(ChildSchedulerTest::nothing, cancel);
        Thread analysis = waiter("analysis", false);
        Thread upload = waiter("upload", true);

        turn.end();
        upload.join();
        analysis.join();

        assertThat(order).containsExactly("upload", "analysis");
    }

    @Test
    void runningTaskYieldsOnceItCan() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        turn.await(ChildSchedulerTest::nothing, cancel);
        turn.givesWay(asked::countDown);
        Thread one = waiter("one", true);
        Thread two = waiter("two", true);
        asked.await();

        turn.end();
        one.join();
        two.join();

        assertThat(order).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void lateYieldHandlerRunsAtOnce() throws Exception {
        turn.await(ChildSchedulerTest::nothing, cancel);
        Thread upload = waiter("upload", true);

        turn.givesWay(() -> order.add("gave way"));
        turn.end();
        upload.join();

        assertThat(order).containsExactly("gave way", "upload");
    }

    @Test
    void nextTaskDoesNotInheritTheYieldHandler() throws Exception {
        turn.await(ChildSchedulerTest::nothing, cancel);
        turn.givesWay(() -> order.add("gave way"));
        turn.end();
        turn.await(ChildSchedulerTest::nothing, cancel);
        Thread upload = waiter("upload", true);
        turn.end();
        upload.join();

        assertThat(order).containsExactly("upload");
    }

    @Test
    void cancelledTaskBlocksNoOther() throws Exception {
        turn.await(ChildSchedulerTest::nothing, cancel);
        CancelSignal other = new CancelSignal();
        other.cancel();

        assertThatThrownBy(() -> turn.awaitFirst(ChildSchedulerTest::nothing, other))
                .isInstanceOf(CancellationException.class);
        assertThat(turn.await(Duration.ZERO)).isFalse();
        turn.end();

        assertThat(turn.await(Duration.ZERO)).isTrue();
    }
}
