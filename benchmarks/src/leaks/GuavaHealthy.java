/* SPDX-License-Identifier: Apache-2.0 */
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;

/** A cache at its maximum size. */
public final class GuavaHealthy {
    static final Cache<String, byte[]> ARTICLES = CacheBuilder.newBuilder().maximumSize(10_000).build();

    public static Object run() {
        for (int i = 0; i < 40_000; i++) {
            ARTICLES.put("article-" + i, Plant.bytes(500, i));
        }
        return null;
    }
}
