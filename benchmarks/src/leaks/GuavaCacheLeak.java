/* SPDX-License-Identifier: Apache-2.0 */
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;

/** An unbounded cache. */
public final class GuavaCacheLeak {
    static final Cache<String, byte[]> ARTICLES = CacheBuilder.newBuilder().build();

    public static void run() {
        for (int i = 0; i < 60_000; i++) {
            ARTICLES.put("article-" + i, Plant.bytes(200, i));
        }
    }
}
