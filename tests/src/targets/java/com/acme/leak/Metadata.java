/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** A WeakHashMap that drops nothing: each value references its key. */
public final class Metadata {
    private static final Map<Bean, Description> CACHE =
            Collections.synchronizedMap(new WeakHashMap<>());

    private Metadata() {}

    /** A described object. */
    static final class Bean {}

    /** The description of a bean. */
    static final class Description {
        final Bean of;
        final Payload text;

        Description(Bean of, int number) {
            this.of = of;
            text = new Payload(number, 150);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 60_000); i > 0; i--) {
            Bean bean = new Bean();
            CACHE.put(bean, new Description(bean, i));
        }
        Held.forever();
    }
}
