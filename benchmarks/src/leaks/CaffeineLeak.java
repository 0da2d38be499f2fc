/* SPDX-License-Identifier: Apache-2.0 */
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** An unbounded cache. */
public final class CaffeineLeak {
    static final Cache<String, byte[]> ARTICLES = Caffeine.newBuilder().build();

    public static void run() {
        for (int i = 0; i < 60_000; i++) {
            ARTICLES.put("article-" + i, Plant.bytes(200, i));
        }
    }
}
