/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import java.net.InetAddress;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request, as far as known.
 *
 * @param address of the peer of the connection
 * @param header the value of a header, null if absent
 */
public record Caller(InetAddress address, Function<String, @Nullable String> header) {
    private static final InetAddress LOOPBACK_4 = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress LOOPBACK_6 = InetAddress.ofLiteral("::1");

    /** Headers of proxies: if there is one, the peer's address is not the caller's. */
    private static final String[] PROXY_HEADERS = {
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"
    };

    /**
     * Whether the caller is on this pod or host. The peer must be exactly 127.0.0.1 or ::1 (service
     * meshes deliver all traffic from 127.0.0.6), without a proxy. The requested host must be a
     * name of loopback (a web page that rebinds its own name to 127.0.0.1 requests that name).
     */
    public boolean isOnLoopback() {
        if (!isLoopback(address)) {
            return false;
        }
        for (String name : PROXY_HEADERS) {
            if (header.apply(name) != null) {
                return false;
            }
        }
        return isLoopbackName(hostName());
    }

    /** Whether the host of a URL is a usual name of this pod or host. */
    public static boolean isLoopbackName(String host) {
        return switch (host) {
            case "localhost", "127.0.0.1", "[::1]" -> true;
            default -> false;
        };
    }

    /**
     * Whether an address is that of a peer on this pod or host that is not a service mesh's proxy.
     */
    public static boolean isLoopback(InetAddress address) {
        return address.equals(LOOPBACK_4) || address.equals(LOOPBACK_6);
    }

    /** The token of {@code Authorization: Bearer …}; null if there is none. */
    public @Nullable String bearerToken() {
        String value = header.apply("Authorization");
        String scheme = "bearer ";
        return value != null && value.toLowerCase(Locale.ROOT).startsWith(scheme)
                ? value.substring(scheme.length()).strip()
                : null;
    }

    /** Whether a web page of another origin caused the request. */
    public boolean isCrossSite() {
        String site = header.apply("Sec-Fetch-Site");
        if (site != null && (site.equals("cross-site") || site.equals("same-site"))) {
            return true;
        }
        String origin = header.apply("Origin");
        String host = header.apply("Host");
        if (origin == null) {
            return false;
        }
        int scheme = origin.indexOf("://");
        return host == null || scheme < 0 || !origin.substring(scheme + 3).equalsIgnoreCase(host);
    }

    private String hostName() {
        String host = header.apply("Host");
        if (host == null) {
            return "";
        }
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon > host.lastIndexOf(']');
        return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }
}
