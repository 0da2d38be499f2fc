/* SPDX-License-Identifier: Apache-2.0 */
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/** Orders by number, which are never removed. */
public final class FastutilLeak {
    static final Long2ObjectOpenHashMap<byte[]> ORDERS = new Long2ObjectOpenHashMap<>();

    public static void run() {
        Catalogue.fill(6);
        for (int i = 0; i < 50_000; i++) {
            ORDERS.put(i, Plant.bytes(200, i));
        }
    }
}
