/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps a live set of a known shape and allocates besides. Arguments: the shape (steady, full, lru,
 * steps, saw), seconds, maximum live MiB, MB allocated a second, milliseconds between two calls of
 * System.gc (0: none). For JDK 8 and later.
 */
public class LiveSetShapes {
    private static final int MEBI = 1 << 20;
    private static final int OBJECTS_A_MEBI = 16384;

    static volatile Object kept;
    static volatile Object sink;
    static long end;

    public static void main(String[] args) throws Exception {
        end = System.nanoTime() + Long.parseLong(args[1]) * 1000000000L;
        int mebi = Integer.parseInt(args[2]);
        int rate = Integer.parseInt(args[3]);
        final long every = Long.parseLong(args[4]);
        boolean large = args[0].equals("full");
        if (every > 0 && !large) {
            Thread collector =
                    new Thread() {
                        @Override
                        public void run() {
                            try {
                                while (true) {
                                    Thread.sleep(every);
                                    System.gc();
                                }
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                    };
            collector.setDaemon(true);
            collector.start();
        }
        if (args[0].equals("lru")) {
            lru(mebi, rate);
        } else if (args[0].equals("steps")) {
            for (int i = 0; isGoingOn(); i++) {
                kept = null;
                kept = small(mebi * new int[] {2, 4, 3, 1}[i % 4] / 4);
                churn(rate, 3000);
            }
        } else if (args[0].equals("saw")) {
            List<Object> list = new ArrayList<Object>();
            kept = list;
            while (isGoingOn()) {
                if (list.size() >= mebi) {
                    list.clear();
                }
                list.add(small(1));
                churn(rate, 50);
            }
        } else {
            kept = small(mebi);
            while (isGoingOn()) {
                churn(rate, large ? every : 500);
                if (large) {
                    sink = new byte[40 * MEBI]; // allocated directly in the old generation
                    sink = null;
                    System.gc();
                }
            }
        }
    }

    private static boolean isGoingOn() {
        return System.nanoTime() < end;
    }

    private static Object[] small(int mebi) {
        Object[] objects = new Object[mebi * OBJECTS_A_MEBI];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = new byte[48];
        }
        return objects;
    }

    private static void lru(int mebi, int rate) throws InterruptedException {
        final int most = mebi * 256;
        Map<Integer, byte[]> cache =
                new LinkedHashMap<Integer, byte[]>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> eldest) {
                        return size() > most;
                    }
                };
        kept = cache;
        int key = 0;
        while (isGoingOn()) {
            long until = System.nanoTime() + 10000000L;
            for (int i = 0; i < (cache.size() < most ? 5000 : rate * 10 / 4); i++) {
                cache.put(key++, new byte[4000]);
            }
            waitUntil(until);
        }
    }

    /** Allocates garbage. */
    private static void churn(int rate, long millis) throws InterruptedException {
        long done = System.nanoTime() + millis * 1000000L;
        Object[] few = new Object[64];
        while (System.nanoTime() < done) {
            long until = System.nanoTime() + 10000000L;
            for (int i = 0; i < rate * 10; i++) {
                few[i & 63] = new byte[1000];
            }
            sink = few;
            waitUntil(until);
        }
        sink = null;
    }

    private static void waitUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) {
            Thread.sleep(left / 1000000L, (int) (left % 1000000L));
        }
    }
}
