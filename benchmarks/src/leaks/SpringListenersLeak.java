/* SPDX-License-Identifier: Apache-2.0 */
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.support.GenericApplicationContext;

/** Each page registers itself with the application context. */
public final class SpringListenersLeak {
    static final GenericApplicationContext CONTEXT = new GenericApplicationContext();

    static final class Page implements ApplicationListener<ApplicationEvent> {
        final byte[] state;

        Page(int i) {
            state = Plant.bytes(600, i);
        }

        @Override
        public void onApplicationEvent(ApplicationEvent event) {
            state[0]++;
        }
    }

    public static void run() {
        Catalogue.fill(10);
        CONTEXT.refresh();
        for (int i = 0; i < 12_000; i++) {
            CONTEXT.addApplicationListener(new Page(i));
        }
    }
}
