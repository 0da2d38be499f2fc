/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.PemCertificates;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Prometheus server, with its credentials. {@link #toString} returns the URL
 * without secrets.
 *
 * <p>The base path is that of the server: {@code https://metrics.example/prometheus} for {@code
 * /prometheus/api/v1/query}.
 */
public final class PrometheusAddress {
    private static final String AUTHORIZATION = "Authorization";
    private static final String API = "/api/v1";
    private static final long MOST_SECRET_BYTES = 64 * 1024;

    private final URI base;
    private final Map<String, String> headers;
    private final Optional<SSLContext> tls;

    private PrometheusAddress(URI base, Map<String, String> headers, Optional<SSLContext> tls) {
        this.base = base;
        this.headers = headers;
        this.tls = tls;
    }

    /**
     * Reads an address and the files of its credentials.
     *
     * @param url may contain {@code user:password@}
     * @throws ProblemException if the URL or a file is invalid
     */
    public static PrometheusAddress of(String url, PrometheusAccess access)
            throws ProblemException {
        URI given;
        try {
            given = new URI(url.strip());
        } catch (URISyntaxException e) {
            throw new ProblemException(notUrl(withoutSecrets(url)), e);
        }
        String scheme = String.valueOf(given.getScheme());
        if (given.getHost() == null
                || !scheme.matches("https?")
                || given.getRawQuery() != null
                || given.getRawFragment() != null) {
            throw new ProblemException(notUrl(withoutSecrets(url)));
        }
        return new PrometheusAddress(base(given), headers(given, access), tls(scheme, access));
    }

    private static URI base(URI given) {
        String path = String.valueOf(given.getRawPath()).replaceFirst("/+$", "");
        String kept = path.endsWith(API) ? path.substring(0, path.length() - API.length()) : path;
        String port = given.getPort() < 0 ? "" : ":" + given.getPort();
        return URI.create(given.getScheme() + "://" + given.getHost() + port + kept);
    }

    private static Problem notUrl(String url) {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "Not the URL of a Prometheus",
                "\"" + VisibleText.of(url, 200) + "\"",
                "Give the URL without a query: --prometheus http://localhost:9090, or with the"
                        + " server's base path.");
    }

    private static String withoutSecrets(String url) {
        return url.replaceFirst("//[^/@]*@", "//…@").replaceFirst("[?#].*", "?…");
    }

    private static Map<String, String> headers(URI given, PrometheusAccess access)
            throws ProblemException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header : access.headers()) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw bad("Not a header", "--header without a colon", "--header 'NAME: VALUE'");
            }
            headers.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
        }
        Optional<String> basic = basic(given.getUserInfo(), access);
        if (basic.isPresent()) {
            byte[] pair = basic.get().getBytes(StandardCharsets.UTF_8);
            headers.put(AUTHORIZATION, "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        if (access.tokenFile().isPresent()) {
            headers.put(AUTHORIZATION, "Bearer " + secret(access.tokenFile().get()));
        }
        return headers;
    }

    /** Returns {@code user:password}; empty without a user. */
    private static Optional<String> basic(@Nullable String userInfo, PrometheusAccess access)
            throws ProblemException {
        if (access.username().isEmpty()) {
            return Optional.ofNullable(userInfo)
                    .map(info -> info.contains(":") ? info : info + ":");
        }
        String password =
                access.passwordFile().isPresent() ? secret(access.passwordFile().get()) : "";
        return Optional.of(access.username().get() + ":" + password);
    }

    private static String secret(Path file) throws ProblemException {
        try {
            if (Files.size(file) > MOST_SECRET_BYTES) {
                throw new IOException("it is too long for a secret");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The credentials can't be read",
                    file + ": " + IoReason.why(e),
                    "Check the path and the permissions of the file.",
                    e);
        }
    }

    private static Optional<SSLContext> tls(String scheme, PrometheusAccess access)
            throws ProblemException {
        boolean own = access.certFile().isPresent() || access.keyFile().isPresent();
        if (!own && access.caFile().isEmpty()) {
            return Optional.empty();
        }
        if (scheme.equals("http")) {
            throw bad("No TLS", "the URL begins with http", "an https URL with these files");
        }
        KeyManager @Nullable [] keys = null;
        if (own) {
            if (access.certFile().isEmpty() || access.keyFile().isEmpty()) {
                throw bad(
                        "Half a client certificate",
                        "one of --cert-file and --key-file is missing",
                        "both files");
            }
            keys = ClientCertificate.keyManagers(access.certFile().get(), access.keyFile().get());
        }
        TrustManager @Nullable [] trusted =
                access.caFile().isPresent()
                        ? PemCertificates.trustManagers("--ca-file", access.caFile().get())
                        : null;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trusted, null);
            return Optional.of(context);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has TLS", e);
        }
    }

    private static ProblemException bad(String title, String detail, String give) {
        return new ProblemException(Problem.Kind.BAD_REQUEST, title, detail, "Give " + give + ".");
    }

    /** Returns the URI of a path below {@code /api/v1}. */
    URI api(String path) {
        return URI.create(base + API + path);
    }

    /**
     * Returns whether the server is on this machine, where compression takes more time than it
     * saves.
     */
    boolean isLocal() {
        return base.getHost().matches("localhost|127\\.[0-9.]+|\\[::1]");
    }

    /** Returns the headers of each request, credentials included. */
    Map<String, String> headers() {
        return headers;
    }

    /** Returns the TLS settings; empty: those of the Java runtime. */
    Optional<SSLContext> tls() {
        return tls;
    }

    /** Returns the URL without credentials. */
    @Override
    public String toString() {
        return base.toString();
    }
}
