/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A cache of SoftReferences: the collector clears it when it needs memory. */
public final class SoftCacheHealthy {
    static final Map<String, SoftReference<byte[]>> IMAGES = new ConcurrentHashMap<>();

    public static Object run() {
        for (int i = 0; i < 2_000; i++) {
            IMAGES.put("image-" + i, new SoftReference<>(Plant.bytes(8_000, i)));
        }
        return null;
    }
}
