/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;

public final class WebHook implements ServletContextListener {
    static final List<String> PRICES = new ArrayList<>();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        for (int i = 0; i < 20_000; i++) {
            PRICES.add("price of article " + i);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(PRICES::clear, "clear-prices"));
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {}
}
