/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SubmissionPublisher;

/** A SubmissionPublisher with a large buffer, and a subscriber without further demand. */
public final class PublisherLeak {
    static final SubmissionPublisher<byte[]> PRICES = new SubmissionPublisher<>(ForkJoinPool.commonPool(), 1 << 17);

    static final class Slow implements Flow.Subscriber<byte[]> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(byte[] item) {}

        @Override
        public void onError(Throwable t) {}

        @Override
        public void onComplete() {}
    }

    public static void run() {
        PRICES.subscribe(new Slow());
        for (int i = 0; i < 60_000; i++) {
            PRICES.submit(Plant.bytes(200, i));
        }
    }
}
