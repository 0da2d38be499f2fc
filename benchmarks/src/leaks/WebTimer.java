/* SPDX-License-Identifier: Apache-2.0 */
import java.util.HashMap;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;

public final class WebTimer implements Runnable {
    static final Map<Integer, String> STOCK = new HashMap<>();

    @Override
    public void run() {
        for (int i = 0; i < 20_000; i++) {
            STOCK.put(i, "stock of article " + i);
        }
        new Timer("stock-refresh", true).schedule(new TimerTask() {
            @Override
            public void run() {
                STOCK.remove(0);
            }
        }, 3_600_000, 3_600_000);
    }
}
