/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;

/** Texts loaded for a locale per user, in the cache of ResourceBundle. */
public final class BundleLeak {
    static final ResourceBundle.Control CONTROL = new ResourceBundle.Control() {
        @Override
        public ResourceBundle newBundle(String base, Locale locale, String format, ClassLoader loader, boolean reload) {
            return new Texts(locale.getVariant().hashCode());
        }

        @Override
        public List<Locale> getCandidateLocales(String base, Locale locale) {
            return Collections.singletonList(locale);
        }
    };
    static final List<ResourceBundle> USED = new ArrayList<>();

    static final class Texts extends ResourceBundle {
        final byte[] texts;

        Texts(int i) {
            texts = Plant.bytes(500, i);
        }

        @Override
        protected Object handleGetObject(String key) {
            return texts;
        }

        @Override
        public Enumeration<String> getKeys() {
            return Collections.emptyEnumeration();
        }
    }

    public static void run() {
        for (int i = 0; i < 8_000; i++) {
            USED.add(ResourceBundle.getBundle("shop", new Locale("en", "GB", "user" + i), CONTROL));
        }
    }
}
