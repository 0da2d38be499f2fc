/* SPDX-License-Identifier: Apache-2.0 */
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** A WeakHashMap whose values hold their keys. */
public final class WeakMapLeak {
    static final Map<Connection, State> STATES = Collections.synchronizedMap(new WeakHashMap<>());

    static final class Connection {
        final byte[] buffer;

        Connection(int i) {
            buffer = Plant.bytes(300, i);
        }
    }

    static final class State {
        final Connection of;

        State(Connection of) {
            this.of = of;
        }
    }

    public static void run() {
        Catalogue.fill(8);
        for (int i = 0; i < 40_000; i++) {
            Connection made = new Connection(i);
            STATES.put(made, new State(made));
        }
    }
}
