/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A heap with every kind of content of a dump. It has collections, strings, arrays of every type,
 * an inheritance with gaps between its fields, lambdas, proxies, class loaders, references of every
 * strength, threads with locals and virtual threads. Half of it is garbage, some of it moved by a
 * collection, some new. 301 instances of GapBottom stay reachable, one of them only by a thread's
 * local. Then it parks forever and allocates nothing.
 */
public final class Assortment {
    private static final Map<String, Object> KEPT = new LinkedHashMap<>();
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();

    private Assortment() {}

    /** Fields of every size; whether later ones fill the gap depends on the JDK version. */
    private static class Gap {
        byte small = 1;
        long wide = 2;
        boolean flag = true;
    }

    private static class GapBelow extends Gap {
        short medium = 3;
        Object link;
        char letter = 'x';
    }

    private static final class GapBottom extends GapBelow {
        double real = 4;
        float half = 5;
        int whole = 6;
        Object other;
    }

    private static final class Finalized {
        private static volatile int last;
        private final int number;

        Finalized(int number) {
            this.number = number;
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            last = number;
        }
    }

    /** Defines the classes of this package that begin with Twins again. */
    private static final class OwnLoader extends ClassLoader {
        OwnLoader(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("com.acme.Twins")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                for (int b = file.read(); b >= 0; b = file.read()) {
                    bytes.write(b);
                }
                return defineClass(name, bytes.toByteArray(), 0, bytes.size());
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        fill("old", 300);
        System.gc();
        fill("new", 300);
        Thread holder = new Thread(() -> holdAsLocal(new GapBottom()), "holder");
        holder.setDaemon(true);
        holder.start();
        while (holder.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        startVirtualThreads();
        Ready.print();
        parkForEver();
    }

    /** Since JDK 21: each leaves a stack of a different depth in the heap. */
    private static void startVirtualThreads() throws ReflectiveOperationException {
        Method start;
        try {
            start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) {
            return;
        }
        for (int i = 0; i < 40; i++) {
            int depth = i;
            start.invoke(null, (Runnable) () -> parkForEver(depth));
        }
    }

    private static void parkForEver(int frames) {
        if (frames == 0) {
            parkForEver();
        }
        parkForEver(frames - 1);
    }

    private static void holdAsLocal(Object local) {
        parkForEver();
        KEPT.put("local", local);
    }

    private static void parkForEver() {
        while (true) {
            LockSupport.park();
        }
    }

    /** Keeps the objects of even rounds. */
    private static void fill(String name, int rounds) throws ReflectiveOperationException {
        for (int round = 0; round < rounds; round++) {
            List<Object> all = new ArrayList<>();
            all.add(collections(round));
            all.add(arrays(round));
            all.add(references(round));
            all.add(gaps(round));
            if (round % 10 < 2) {
                all.add(classes(round));
            }
            if (round % 2 == 0) {
                KEPT.put(name + round, all);
            }
        }
    }

    private static Object collections(int round) {
        List<Object> all = new ArrayList<>();
        for (Map<Object, Object> map :
                Arrays.<Map<Object, Object>>asList(
                        new HashMap<>(),
                        new LinkedHashMap<>(),
                        new TreeMap<>(),
                        new ConcurrentHashMap<>(),
                        new IdentityHashMap<>(),
                        new WeakHashMap<>())) {
            for (int i = 0; i < round % 13; i++) {
                map.put("key" + i, i + 1_000L * round);
            }
            all.add(map);
        }
        all.add(Collections.singletonList(new Order(round, 5)));
        all.add(new LinkedList<>(Arrays.asList("same", new String("same"), "caf\u00e9", "\u20ac")));
        return all;
    }

    private static Object arrays(int round) {
        return new Object[] {
            new boolean[round % 17],
            new char[round % 7],
            new float[round % 5],
            new double[round % 3],
            new byte[round % 100],
            new short[round % 9],
            new int[round % 40],
            new long[round % 11],
            new String[round % 4][round % 3],
            new int[2][3][round % 4]
        };
    }

    private static Object references(int round) {
        return new Object[] {
            new SoftReference<>(new Order(round, 1)),
            new WeakReference<>(new Order(round, 1), QUEUE),
            new PhantomReference<Object>(new Order(round, 1), QUEUE),
            round % 25 == 0 ? new Finalized(round) : null
        };
    }

    private static Object gaps(int round) {
        GapBottom bottom = new GapBottom();
        bottom.link = new Gap();
        bottom.other = new GapBelow();
        Supplier<String> lambda = () -> "round " + round;
        Supplier<String> bound = bottom::toString;
        return new Object[] {bottom, lambda, bound, Integer.valueOf(round * 1_000)};
    }

    private static Object classes(int round) throws ReflectiveOperationException {
        ClassLoader loader = new OwnLoader(Assortment.class.getClassLoader());
        InvocationHandler handler = (proxy, method, arguments) -> round;
        return new Object[] {
            loader,
            loader.loadClass("com.acme.Twins$Twin").getConstructor().newInstance(),
            Proxy.newProxyInstance(loader, new Class<?>[] {Comparable.class}, handler)
        };
    }
}
