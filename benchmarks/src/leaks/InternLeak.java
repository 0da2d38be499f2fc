/* SPDX-License-Identifier: Apache-2.0 */
/** Interned strings that a map of the program also keeps. */
public final class InternLeak {
    static final java.util.Set<String> SEEN = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());

    public static void run() {
        for (int i = 0; i < 120_000; i++) {
            SEEN.add(Plant.text(i).intern());
        }
    }
}
