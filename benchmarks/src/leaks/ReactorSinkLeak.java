/* SPDX-License-Identifier: Apache-2.0 */
import reactor.core.publisher.Sinks;

/** A sink that is filled faster than it is drained. */
public final class ReactorSinkLeak {
    static final Sinks.Many<byte[]> EVENTS = Sinks.many().unicast().onBackpressureBuffer();

    public static void run() {
        EVENTS.asFlux().subscribe(new reactor.core.publisher.BaseSubscriber<byte[]>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
                subscription.request(1);
            }
        });
        for (int i = 0; i < 70_000; i++) {
            EVENTS.tryEmitNext(Plant.bytes(100, i));
        }
    }
}
