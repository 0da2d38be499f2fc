/* SPDX-License-Identifier: Apache-2.0 */
import reactor.core.publisher.Sinks;

/** A sink that replays all elements. */
public final class ReactorReplayLeak {
    static final Sinks.Many<byte[]> PRICES = Sinks.many().replay().all();

    public static void run() {
        for (int i = 0; i < 60_000; i++) {
            PRICES.tryEmitNext(Plant.bytes(150, i));
        }
    }
}
