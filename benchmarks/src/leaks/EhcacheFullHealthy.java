/* SPDX-License-Identifier: Apache-2.0 */
import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;

/** A full Ehcache cache. */
public final class EhcacheFullHealthy {
    public static Object run() {
        CacheManager manager = CacheManager.create();
        Cache quotes = new Cache("quotes", 20_000, false, true, 0, 0);
        manager.addCache(quotes);
        for (int i = 0; i < 50_000; i++) {
            quotes.put(new Element(i, Plant.bytes(400, i)));
        }
        return manager;
    }
}
