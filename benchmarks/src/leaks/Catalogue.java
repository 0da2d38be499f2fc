/* SPDX-License-Identifier: Apache-2.0 */
import java.util.HashMap;
import java.util.Map;

/** Articles of a shop, loaded once: a healthy heap beside a leak. */
final class Catalogue {
    static final Map<Integer, Article> ARTICLES = new HashMap<>();

    static final class Article {
        final String name;
        final byte[] picture;

        Article(int number) {
            name = Plant.text(number);
            picture = Plant.bytes(800, number);
        }
    }

    static void fill(int megabytes) {
        for (int i = 0; i < megabytes * 1024; i++) {
            ARTICLES.put(i, new Article(i));
        }
    }
}
