/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Deploys the same application repeatedly; each deployment's class stays reachable. */
public final class Deployer {
    private static final List<Class<?>> DEPLOYED = new ArrayList<>();

    private Deployer() {}

    /** Loads the classes of one deployment. */
    static final class ApplicationLoader extends ClassLoader {
        ApplicationLoader(ClassLoader parent) {
            super(parent);
        }

        Class<?> define(String name) throws IOException {
            String resource = name.replace('.', '/') + ".class";
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (InputStream in = getParent().getResourceAsStream(resource)) {
                byte[] piece = new byte[4_096];
                for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                    bytes.write(piece, 0, n);
                }
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = Held.times(arguments, 40); i > 0; i--) {
            ApplicationLoader loader = new ApplicationLoader(Deployer.class.getClassLoader());
            Class<?> webapp = loader.define("com.acme.leak.Webapp");
            webapp.getMethod("start", int.class).invoke(null, 1_500);
            DEPLOYED.add(webapp);
        }
        Held.forever();
    }
}
