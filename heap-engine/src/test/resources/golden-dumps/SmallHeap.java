/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SubmissionPublisher;

/** A small heap with some of the classes that HotSpot lays out specially. */
public class SmallHeap {
    private static final List<Object> KEPT = new ArrayList<>();

    private final long declared = 1;

    /** No lambda: its generator would be most of the dump. */
    private static final class Here implements Executor {
        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    private static final class Nothing implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {}

        @Override
        public void onNext(String item) {}

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onComplete() {}
    }

    public static void main(String[] args) throws Exception {
        for (Field field : SmallHeap.class.getDeclaredFields()) {
            KEPT.add(field);
        }
        KEPT.add(new ForkJoinPool(1));
        SubmissionPublisher<String> publisher = new SubmissionPublisher<>(new Here(), 8);
        publisher.subscribe(new Nothing());
        KEPT.add(publisher);
        System.gc();
        System.out.println("READY");
        Thread.currentThread().join();
    }
}
