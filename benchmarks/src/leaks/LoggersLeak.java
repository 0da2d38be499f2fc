/* SPDX-License-Identifier: Apache-2.0 */
import org.slf4j.LoggerFactory;

/** A logger per request. */
public final class LoggersLeak {
    public static void run() {
        Catalogue.fill(5);
        for (int i = 0; i < 20_000; i++) {
            LoggerFactory.getLogger("request." + i).debug("started");
        }
    }
}
