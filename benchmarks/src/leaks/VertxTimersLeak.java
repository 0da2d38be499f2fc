/* SPDX-License-Identifier: Apache-2.0 */
import io.vertx.core.Vertx;

/** A periodic timer per request, never cancelled. */
public final class VertxTimersLeak {
    static final Vertx VERTX = Vertx.vertx();

    public static void run() {
        for (int i = 0; i < 20_000; i++) {
            byte[] request = Plant.bytes(300, i);
            VERTX.setPeriodic(86_400_000L, id -> request[0]++);
        }
    }
}
