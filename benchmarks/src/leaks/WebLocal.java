/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;

public final class WebLocal implements Runnable {
    static final ThreadLocal<WebLocal> CURRENT = new ThreadLocal<>();
    static final List<String> RATES = new ArrayList<>();

    @Override
    public void run() {
        for (int i = 0; i < 20_000; i++) {
            RATES.add("rate of currency " + i);
        }
        CURRENT.set(this);
    }
}
