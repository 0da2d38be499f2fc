/* SPDX-License-Identifier: Apache-2.0 */
import io.vertx.core.Vertx;
import java.net.URL;

/** An HTTP server of Vert.x that has answered requests. */
public final class VertxHealthy {
    public static Object run() throws Exception {
        Vertx vertx = Vertx.vertx();
        int port = vertx.createHttpServer().requestHandler(request -> request.response().end("hello")).listen(0).toCompletionStage()
                .toCompletableFuture().get().actualPort();
        for (int i = 0; i < 300; i++) {
            new URL("http://127.0.0.1:" + port + "/").openStream().readAllBytes();
        }
        return vertx;
    }
}
