/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loaders of plugins with the same libraries, and of earlier deployments. */
class PluginLoadersTest {
    private static final List<String> PLUGINS = List.of("mysql", "postgres", "mongodb");

    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass list = dump.addClass("java.util.ArrayList").reference("elementData");
    private final DumpClass url = dump.addClass("java.net.URL").reference("file");
    private final DumpClass path =
            dump.addClass("jdk.internal.loader.URLClassPath").reference("path");
    private final DumpClass classLoader =
            dump.addClass("java.lang.ClassLoader").reference("unnamed");
    private final DumpClass loaderClass =
            dump.addClass("com.acme.PluginLoader", classLoader).reference("ucp");
    private final List<Long> classes = new ArrayList<>();

    /** Adds a loader with its URLs, if any, that has loaded a library. */
    private long loader(String... files) {
        long[] urls = new long[files.length];
        for (int i = 0; i < files.length; i++) {
            urls[i] = dump.instance(url, "file", dump.string(files[i]));
        }
        long elements = dump.instance(list, "elementData", dump.array(url, urls));
        long ucp = files.length == 0 ? 0 : dump.instance(path, "path", elements);
        long loader = dump.instance(loaderClass, "ucp", ucp);
        for (String name : List.of("Reader", "Writer", "Mapper")) {
            add(loader, "com.example.json." + name);
        }
        return loader;
    }

    private void add(long loader, String className) {
        classes.add(
                dump.addClassAgain(className)
                        .loadedBy(loader)
                        .staticReference("DATA", dump.zeroes(BasicType.BYTE, 5_000))
                        .address());
    }

    private Optional<LeakCause> redeployed() throws Exception {
        long[] all = classes.stream().mapToLong(Long::longValue).toArray();
        dump.addClass("com.acme.Registry").staticReference("ACTIVE", dump.array(object, all));
        dump.stickyBootClasses();
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m"))
                .summary()
                .retained()
                .orElseThrow()
                .suspects()
                .stream()
                .flatMap(each -> each.found().cause().stream())
                .filter(each -> each.id().equals("redeployed-loaders"))
                .findFirst();
    }

    @Test
    void differentPluginsWithTheSameLibraryAreNoLeak() throws Exception {
        for (String each : PLUGINS) {
            add(loader("/plugins/" + each + "/", "/shared/"), "com.acme." + each + ".Connector");
        }

        assertThat(redeployed()).isEmpty();
    }

    @Test
    void pluginsWithoutKnownUrlsAreDistinguishedByTheirClasses() throws Exception {
        for (String each : PLUGINS) {
            add(loader(), "com.acme." + each + ".Connector");
        }

        assertThat(redeployed()).isEmpty();
    }

    @Test
    void deploymentsThatLoadedDifferentClassesOfOneUrlAreALeak() throws Exception {
        for (String each : PLUGINS) {
            add(loader("/apps/shop/"), "com.acme." + each + ".Connector");
        }

        assertThat(redeployed().orElseThrow().objects()).isEqualTo(3);
    }

    @Test
    void oneDeploymentWithAClassOfItsOwnIsNoPlugin() throws Exception {
        add(loader("/apps/shop/"), "com.acme.shop.AdminReport");
        loader("/apps/shop/");
        loader("/apps/shop/");

        assertThat(redeployed().orElseThrow().objects()).isEqualTo(3);
    }

    @Test
    void redeployedPluginIsALeakBesideOthers() throws Exception {
        for (String each : PLUGINS) {
            add(loader("/plugins/" + each + "/", "/shared/"), "com.acme." + each + ".Connector");
        }
        for (int i = 0; i < 4; i++) {
            add(loader("/plugins/oracle/", "/shared/"), "com.acme.oracle.Connector");
        }

        assertThat(redeployed().orElseThrow().objects()).isEqualTo(4);
    }

    @Test
    void deploymentsInNewDirectoriesAreALeak() throws Exception {
        for (int i = 0; i < 3; i++) {
            add(loader("/tmp/shop-" + i + "/"), "com.acme.shop.Prices");
        }

        assertThat(redeployed()).isPresent();
    }
}
