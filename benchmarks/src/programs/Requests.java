/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Handles simulated requests one after the other in several threads: text is built, sorted and
 * counted, and some is written under a common lock. When the file /tmp/go appears, it measures for
 * some seconds. It prints the requests a second and the 99th percentile of their times in
 * microseconds: {@code MEASURED 2134.5 1410}.
 */
public final class Requests {
    private static final int MOST = 1 << 20;
    private static final Map<String, Integer> WRITTEN = new HashMap<>();

    private static volatile long window;
    private static volatile int sink;

    private Requests() {}

    /** Arguments: threads, seconds of a measurement. */
    public static void main(String[] args) throws Exception {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            Worker worker = new Worker();
            worker.setDaemon(true);
            worker.start();
            workers.add(worker);
        }
        long nanos = Long.parseLong(args[1]) * 1_000_000_000;
        Path go = Paths.get("/tmp/go");
        System.out.println("READY");
        for (long n = 1; ; n += 2) {
            while (!Files.deleteIfExists(go)) {
                LockSupport.parkNanos(20_000_000);
            }
            long begun = System.nanoTime();
            window = n;
            while (System.nanoTime() - begun < nanos) {
                LockSupport.parkNanos(nanos - (System.nanoTime() - begun));
            }
            window = n + 1;
            double seconds = (System.nanoTime() - begun) / 1e9;
            print(workers, n, seconds);
        }
    }

    private static void print(List<Worker> workers, long n, double seconds) {
        long[] all = new long[0];
        for (Worker worker : workers) {
            while (worker.seen <= n) {
                LockSupport.parkNanos(1_000_000);
            }
            int before = all.length;
            all = Arrays.copyOf(all, before + worker.count);
            System.arraycopy(worker.nanos, 0, all, before, worker.count);
        }
        Arrays.sort(all);
        System.out.println(
                "MEASURED " + all.length / seconds + " " + all[(int) (all.length * 0.99)] / 1000);
    }

    /** Its times are read only after the end of a measurement. */
    private static final class Worker extends Thread {
        final long[] nanos = new long[MOST];
        int count;
        volatile long seen;

        @Override
        public void run() {
            for (int i = 0; ; i++) {
                long now = window;
                if (now != seen) {
                    count = now % 2 == 1 ? 0 : count;
                    seen = now;
                }
                long begun = System.nanoTime();
                sink += answer(i);
                if (now % 2 == 1 && count < MOST) {
                    nanos[count++] = System.nanoTime() - begun;
                }
            }
        }
    }

    private static int answer(int request) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            words.add("order-" + (request * 31 + i * 17) % 1009);
        }
        words.sort(null);
        Map<String, Integer> counts = new HashMap<>();
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        synchronized (WRITTEN) {
            for (int i = 0; i < 20; i++) {
                WRITTEN.put(words.get(i), request);
            }
        }
        return counts.size();
    }
}
