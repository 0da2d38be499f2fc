/* SPDX-License-Identifier: Apache-2.0 */
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** A cache at its maximum size. */
public final class CaffeineHealthy {
    static final Cache<String, byte[]> ARTICLES = Caffeine.newBuilder().maximumSize(10_000).build();

    public static Object run() {
        for (int i = 0; i < 40_000; i++) {
            ARTICLES.put("article-" + i, Plant.bytes(500, i));
        }
        ARTICLES.cleanUp();
        return null;
    }
}
