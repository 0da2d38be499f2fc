/* SPDX-License-Identifier: Apache-2.0 */
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;

/** Subscribers that are never unregistered. */
public final class EventBusLeak {
    static final EventBus EVENTS = new EventBus();

    static final class Screen {
        final byte[] pixels;

        Screen(int i) {
            pixels = Plant.bytes(300, i);
        }

        @Subscribe
        public void on(String event) {
            pixels[0]++;
        }
    }

    public static void run() {
        for (int i = 0; i < 12_000; i++) {
            EVENTS.register(new Screen(i));
        }
    }
}
