/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;

/** A class generated per request. */
public final class ByteBuddyLeak {
    static final List<Class<?>> PROXIES = new ArrayList<>();

    public static void run() {
        for (int i = 0; i < 3_000; i++) {
            PROXIES.add(new ByteBuddy().subclass(Object.class).name("shop.Proxy" + i).make().load(ByteBuddyLeak.class.getClassLoader()).getLoaded());
        }
    }
}
