/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static java.util.Map.entry;

import com.microsoft.playwright.options.ColorScheme;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;

/** The page of a sidecar beside com.acme.Hostile, with a browser. */
final class LivePage implements AutoCloseable {
    static final String TOKEN = "a-token-of-the-page-0123456789";

    /** The option of the target's heap size. */
    static final String HEAP = "-Xmx96m";

    private final Chromium chromium;
    private final LocalSidecar sidecar;
    private LocalTarget target;

    /**
     * @param folder of the sidecar's data
     */
    LivePage(Path folder) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        chromium = Chromium.start();
        target = startHostile(HEAP);
        try {
            sidecar =
                    LocalSidecar.startSampling(
                            Map.ofEntries(
                                    entry("HEAPSIGHT_BIND", "0.0.0.0"),
                                    entry("HEAPSIGHT_TARGET", "com.acme.Hostile"),
                                    entry("HEAPSIGHT_DATA_DIR", folder.resolve("data").toString()),
                                    entry("HEAPSIGHT_TOKEN_FILE", token.toString()),
                                    entry("HEAPSIGHT_PROFILER", "true"),
                                    entry("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s"),
                                    entry("HEAPSIGHT_MIN_INTERVAL_GARBAGE", "0s")));
        } catch (RuntimeException e) {
            target.close();
            throw e;
        }
    }

    private static LocalTarget startHostile(String heap) {
        LocalJdk jdk = LocalJdk.of(Runtime.version().feature());
        return LocalTarget.start(jdk, "Hostile", heap, "-XX:+UseSerialGC");
    }

    void endTarget() {
        target.close();
    }

    /**
     * @param heap its option, such as "-Xmx64m"
     */
    void startTarget(String heap) {
        target = startHostile(heap);
    }

    /** Makes the target collect its heap, and waits until the sidecar has seen it. */
    void collect() {
        target.jcmd("GC.run").outOrThrow();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> caller().get("/gc").body().contains("Diagnostic Command"));
    }

    /** The API of its sidecar. */
    HttpCaller caller() {
        return sidecar.caller();
    }

    /** Its address on loopback, where everything is allowed. */
    URI uri() {
        return sidecar.uri();
    }

    /** Its address outside loopback: there it requests the token. */
    URI elsewhere() throws SocketException {
        InetAddress address =
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(it -> it instanceof Inet4Address && !it.isLoopbackAddress())
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalStateException("no address beside loopback's"));
        return URI.create("http://%s:%d".formatted(address.getHostAddress(), uri().getPort()));
    }

    /** An empty tab; width in pixels. */
    Tab tab(int width, ColorScheme colours) {
        return chromium.tab(width, colours);
    }

    /** A tab that shows a view, such as "memory". */
    Tab open(String view) {
        return open(uri(), view);
    }

    Tab open(URI address, String view) {
        Tab tab = tab(Chromium.WIDE, ColorScheme.LIGHT);
        tab.page().navigate(address(address, view));
        return tab;
    }

    /** The address of a view. */
    String address(String view) {
        return address(uri(), view);
    }

    private static String address(URI sidecar, String view) {
        return sidecar + "/#/" + view;
    }

    @Override
    public void close() {
        sidecar.close();
        target.close();
        chromium.close();
    }
}
