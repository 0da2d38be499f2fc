/* SPDX-License-Identifier: Apache-2.0 */

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Keeps lists and makes garbage; its threads have names that a page must show as text. */
public final class Hostile {
    private static final List<List<Order>> KEPT = new ArrayList<>();

    private record Order(long id, String customer) {}

    public static void main(String[] args) throws InterruptedException {
        String markup = "<img src=x onerror=\"document.title='broken out'\">";
        List<String> names =
                List.of(markup, "'\"&amp;</pre><script>document.title='broken out'</script>", "\u202eright to left", "n".repeat(4000));
        for (String name : names) {
            Thread.ofPlatform().daemon().name(name).start(() -> await(new CountDownLatch(1)));
        }
        for (long round = 0; ; round++) {
            List<Order> orders = new ArrayList<>();
            for (long id = 0; id < 20_000; id++) {
                orders.add(new Order(id, "customer " + round + "/" + id));
            }
            if (round < 5) {
                KEPT.add(orders);
            }
            Thread.sleep(500);
        }
    }

    private static void await(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
