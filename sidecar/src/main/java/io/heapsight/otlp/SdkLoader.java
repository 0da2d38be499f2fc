/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Loads the OpenTelemetry SDK and the classes that use it. The SDK is in the folder {@code
 * otel-lib} beside the program's jar, not on the class path. On the class path, the JVM would
 * search each of its jars for missing resources.
 */
public final class SdkLoader {
    private static final String FOLDER = "otel-lib";
    private static final String USERS = "io.heapsight.otlp.sdk.";

    private SdkLoader() {}

    /**
     * Loads the SDK.
     *
     * @throws IOException if it is not beside the program
     */
    public static OtlpExporters load() throws IOException {
        return ServiceLoader.load(OtlpExporters.class, loader())
                .findFirst()
                .orElseThrow(
                        () -> new IOException("the OpenTelemetry SDK is not beside the program"));
    }

    private static ClassLoader loader() throws IOException {
        ClassLoader ours = SdkLoader.class.getClassLoader();
        Path program = program();
        Path folder = program.resolveSibling(FOLDER);
        if (!Files.isRegularFile(program) || !Files.isDirectory(folder)) {
            return ours; // classes in a folder, with all libraries on the class path
        }
        List<URL> jars = new ArrayList<>(List.of(program.toUri().toURL()));
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path jar : all) {
                jars.add(jar.toUri().toURL());
            }
        }
        return new OwnUsers(jars.toArray(URL[]::new), ours);
    }

    private static Path program() throws IOException {
        try {
            URI place = SdkLoader.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(place);
        } catch (URISyntaxException e) {
            throw new IOException("the place of the program is unknown", e);
        }
    }

    /** A class loader that defines the SDK's users itself, although its parent also has them. */
    private static final class OwnUsers extends URLClassLoader {
        OwnUsers(URL[] jars, ClassLoader parent) {
            super("otel", jars, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(USERS)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
