/* SPDX-License-Identifier: Apache-2.0 */
import io.vertx.core.Vertx;

/** An event bus consumer per reply address, never unregistered. */
public final class VertxBusLeak {
    static final Vertx VERTX = Vertx.vertx();

    public static void run() throws Exception {
        for (int i = 0; i < 15_000; i++) {
            byte[] request = Plant.bytes(300, i);
            VERTX.eventBus().consumer("reply-" + i, message -> request[0]++);
        }
        Thread.sleep(1_000);
    }
}
