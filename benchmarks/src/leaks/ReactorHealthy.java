/* SPDX-License-Identifier: Apache-2.0 */
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** A pipeline of Reactor after 100,000 elements. */
public final class ReactorHealthy {
    public static Object run() {
        return Flux.range(0, 100_000).publishOn(Schedulers.parallel()).map(Plant::text).groupBy(String::length).flatMap(Flux::count).collectList().block();
    }
}
