/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A static map of sessions without eviction. */
public final class SessionCache {
    private static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();

    private SessionCache() {}

    /** The data of a user between two requests. */
    static final class Session {
        final String user;
        final Payload[] basket = new Payload[4];

        Session(int number) {
            user = "user-" + number;
            for (int i = 0; i < basket.length; i++) {
                basket[i] = new Payload(number * 10L + i, 40);
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 60_000); i > 0; i--) {
            SESSIONS.put("session-" + i, new Session(i));
        }
        Held.forever();
    }
}
