/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A cache of SoftReferences: the collector empties it when it needs the room. */
public final class SoftCacheHealthy {
    static final Map<String, SoftReference<byte[]>> IMAGES = new ConcurrentHashMap<>();

    public static Object run() {
        for (int i = 0; i < 2_000; i++) {
            IMAGES.put("image-" + i, new SoftReference<>(Plant.bytes(8_000, i)));
        }
        return null;
    }
}
