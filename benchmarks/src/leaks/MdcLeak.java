/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.MDC;

/** A key per request, never removed from the MDC of pool threads. */
public final class MdcLeak {
    static final ExecutorService POOL = Executors.newFixedThreadPool(4);

    public static void run() throws Exception {
        for (int i = 0; i < 4; i++) {
            int thread = i;
            POOL.submit(() -> {
                for (int j = 0; j < 15_000; j++) {
                    MDC.put("request-" + thread + "-" + j, Plant.text(j));
                }
            }).get();
        }
    }
}
