/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Keeps instances of one class from two loaders, 300 of one and 200 of the other. */
public final class Twins {
    private static final List<Object> KEPT = new ArrayList<>();

    private Twins() {}

    /** The class that each loader defines anew. */
    public static final class Twin {
        final long number = KEPT.size();
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        keep(300);
        keep(200);
        Ready.print();
        while (true) {
            LockSupport.park();
        }
    }

    private static void keep(int count) throws ReflectiveOperationException {
        URL here = Twins.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader loader = new URLClassLoader(new URL[] {here}, null);
        Class<?> twin = loader.loadClass(Twin.class.getName());
        for (int i = 0; i < count; i++) {
            KEPT.add(twin.getConstructor().newInstance());
        }
    }
}
