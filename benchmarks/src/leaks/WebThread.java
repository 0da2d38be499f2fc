/* SPDX-License-Identifier: Apache-2.0 */
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;

public final class WebThread implements ServletContextListener {
    static final byte[] DATA = Plant2.bytes();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Thread poller = new Thread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "price-poller");
        poller.setDaemon(true);
        poller.start();
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {}

    static final class Plant2 {
        static byte[] bytes() {
            byte[] made = new byte[2 << 20];
            for (int i = 0; i < made.length; i++) {
                made[i] = (byte) (i * 31);
            }
            return made;
        }
    }
}
