/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listeners that are added and never removed: inner classes, each with its screen. */
public final class EventBus {
    private static final EventBus BUS = new EventBus();

    private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

    private EventBus() {}

    /** A listener to changes. */
    interface ChangeListener {
        void changed(Object what);
    }

    /** A view that follows changes. */
    static final class Screen {
        final Payload pixels = new Payload(1, 8_000);
        Object last;

        Screen open() {
            BUS.listeners.add(
                    new ChangeListener() {
                        @Override
                        public void changed(Object what) {
                            last = what;
                        }
                    });
            return this;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 3_000); i > 0; i--) {
            new Screen().open();
        }
        Held.forever();
    }
}
