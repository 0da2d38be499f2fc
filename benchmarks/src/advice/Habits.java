/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Programs of typical habits: java Habits NAME. Each works in steps of 50 ms from its start until
 * it is killed, so that every run has the same load at the same second.
 */
public final class Habits {
    private static final int STEPS_PER_SECOND = 20;
    private static final Random RANDOM = new Random(1);

    private static volatile Object sink;

    private Habits() {}

    /** One step of a program; steps are numbered from 0. */
    interface Habit {
        void step(int number) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Habit habit = habit(args[0]);
        System.out.println("READY");
        long begun = System.nanoTime();
        for (int i = 0; ; i++) {
            habit.step(i);
            long left = begun + (i + 1) * 1_000_000_000L / STEPS_PER_SECOND - System.nanoTime();
            if (left > 0) {
                Thread.sleep(left / 1_000_000);
            }
        }
    }

    private static Habit habit(String name) {
        switch (name) {
            case "leak": return leak();
            case "lru": return lru();
            case "batch": return batch();
            case "bursts": return bursts();
            case "direct": return direct();
            case "metaspace": return metaspace();
            case "native": return nativeLeak();
            case "steps": return steps();
            case "sawtooth": return sawtooth();
            case "threads": return threads();
            case "service": return service();
            case "soft": return soft();
            default: throw new IllegalArgumentException(name);
        }
    }

    /** Garbage as of requests. */
    private static void garbage(int kibibytes) {
        for (int i = 0; i < kibibytes; i++) {
            sink = new byte[1000];
        }
    }

    private static List<byte[]> rows(int kibibytes) {
        List<byte[]> rows = new ArrayList<>();
        for (int i = 0; i < kibibytes; i++) {
            rows.add(new byte[1000]);
        }
        return rows;
    }

    /** An unbounded cache: 0.5 MiB a second. */
    private static Habit leak() {
        Map<Integer, byte[]> cache = new HashMap<>();
        return step -> {
            garbage(500);
            for (int i = 0; i < 25; i++) {
                cache.put(cache.size(), new byte[1000]);
            }
        };
    }

    /** A cache of 40,000 entries, 40 MiB, full after 20 s. */
    private static Habit lru() {
        Map<Integer, byte[]> cache = new LinkedHashMap<Integer, byte[]>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> eldest) {
                return size() > 40_000;
            }
        };
        return step -> {
            garbage(300);
            for (int i = 0; i < 150; i++) {
                cache.computeIfAbsent(RANDOM.nextInt(100_000), key -> new byte[1000]);
            }
        };
    }

    /** Every 15 s a job of 10 s that reads 60 MiB of rows, and drops them at its end. */
    private static Habit batch() {
        List<List<byte[]>> job = new ArrayList<>();
        return step -> {
            int at = step % (15 * STEPS_PER_SECOND);
            if (at < 10 * STEPS_PER_SECOND) {
                job.add(rows(300));
                garbage(300);
            } else {
                job.clear();
            }
        };
    }

    /** 12 MiB, and every 25 s 50 MiB more for 4 s, with much garbage. */
    private static Habit bursts() {
        List<byte[]> kept = rows(12_000);
        List<List<byte[]>> burst = new ArrayList<>();
        return step -> {
            int at = step % (25 * STEPS_PER_SECOND);
            if (at > 20 * STEPS_PER_SECOND && at < 24 * STEPS_PER_SECOND) {
                burst.add(rows(burst.size() < 25 ? 2000 : 0));
                garbage(2000);
            } else {
                burst.clear();
                garbage(20);
            }
            sink = kept;
        };
    }

    /** 60 MiB of direct buffers and little heap. */
    private static Habit direct() {
        List<ByteBuffer> pool = new ArrayList<>();
        List<byte[]> kept = rows(8000);
        for (int i = 0; i < 60; i++) {
            pool.add(ByteBuffer.allocateDirect(1 << 20));
        }
        return step -> {
            garbage(500);
            ByteBuffer buffer = pool.get(step % pool.size());
            buffer.clear();
            while (buffer.hasRemaining()) {
                buffer.putLong(step);
            }
            sink = kept;
        };
    }

    private static final class Loader extends ClassLoader {
        Loader(ClassLoader parent) {
            super(parent);
        }

        Class<?> defined(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Interfaces that are proxied. */
    public interface Shop {
        int buy(String what, int count);
    }

    private static byte[] bytesOf(Class<?> type) throws Exception {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.io.InputStream input = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            for (int read; (read = input.read()) >= 0; ) {
                bytes.write(read);
            }
        }
        return bytes.toByteArray();
    }

    /** Four class loaders a second, each with an interface and a proxy of it, never unloaded. */
    private static Habit metaspace() {
        List<Object> kept = new ArrayList<>();
        return step -> {
            garbage(300);
            if (step % 5 == 0) {
                Loader loader = new Loader(Habits.class.getClassLoader());
                Class<?> shop = loader.defined(Shop.class.getName(), bytesOf(Shop.class));
                kept.add(Proxy.newProxyInstance(loader, new Class<?>[] {shop}, (proxy, method, args) -> 0));
            }
        };
    }

    /** 0.5 MiB a second of native memory, never freed. */
    private static Habit nativeLeak() {
        sun.misc.Unsafe unsafe = unsafe();
        List<byte[]> kept = rows(10_000);
        return step -> {
            garbage(300);
            long address = unsafe.allocateMemory(26_000);
            unsafe.setMemory(address, 26_000, (byte) 1);
            sink = kept;
        };
    }

    private static sun.misc.Unsafe unsafe() {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every 20 s 10 MiB more, 60 MiB at last. */
    private static Habit steps() {
        List<List<byte[]>> kept = new ArrayList<>();
        return step -> {
            garbage(300);
            if (step % (20 * STEPS_PER_SECOND) == 0 && kept.size() < 6) {
                kept.add(rows(10_000));
            }
        };
    }

    /** From 10 to 90 MiB in 40 s, and back at once. */
    private static Habit sawtooth() {
        List<byte[]> base = rows(10_000);
        List<List<byte[]>> kept = new ArrayList<>();
        return step -> {
            garbage(100);
            if (step % (40 * STEPS_PER_SECOND) == 0) {
                kept.clear();
            }
            kept.add(rows(100));
            sink = base;
        };
    }

    /** A pool that gets one more thread a second up to 120, each with a used stack. */
    private static Habit threads() {
        ExecutorService pool = Executors.newCachedThreadPool();
        return step -> {
            garbage(200);
            if (step % STEPS_PER_SECOND == 0 && step < 120 * STEPS_PER_SECOND) {
                pool.submit(() -> {
                    deep(400);
                    synchronized (pool) {
                        pool.wait();
                    }
                    return null;
                });
            }
        };
    }

    private static int deep(int depth) {
        return depth == 0 ? 0 : 1 + deep(depth - 1);
    }

    /** Requests with 25 MiB of sessions. */
    private static Habit service() {
        List<byte[]> sessions = rows(25_000);
        return step -> {
            garbage(1000);
            for (int i = 0; i < 50; i++) {
                sessions.set(RANDOM.nextInt(sessions.size()), new byte[1000]);
            }
        };
    }

    /** A cache of soft references, which the collector empties when the heap is full. */
    private static Habit soft() {
        Map<Integer, SoftReference<byte[]>> cache = new HashMap<>();
        List<byte[]> kept = rows(15_000);
        return step -> {
            garbage(100);
            for (int i = 0; i < 40; i++) {
                cache.put(RANDOM.nextInt(1 << 20), new SoftReference<>(new byte[20_000]));
            }
            cache.values().removeIf(entry -> entry.get() == null);
            sink = kept;
        };
    }
}
