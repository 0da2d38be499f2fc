/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.upload.PresignedUrl;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The URL of a webhook's receiver. Path and query may be secrets, so only the host is shown. */
public final class WebhookUrl {
    private final URI uri;
    private final PresignedUrl checked;

    private WebhookUrl(URI uri, PresignedUrl checked) {
        this.uri = uri;
        this.checked = checked;
    }

    /**
     * Parses a URL.
     *
     * @throws IllegalArgumentException if it is invalid; the message does not repeat it
     */
    public static WebhookUrl parse(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getRawPath() == null || uri.getRawPath().isEmpty()) {
                uri = uri.resolve("/");
            }
            return new WebhookUrl(uri, PresignedUrl.parse(uri.toString()));
        } catch (IllegalArgumentException | ProblemException _) {
            throw new IllegalArgumentException("not an http or https URL with a host");
        }
    }

    /** Returns the host and any port: "hooks.slack.com", "alertmanager:9093". */
    public String host() {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    /** Returns whether a list of HOST or HOST:PORT contains the host of this URL. */
    public boolean isAmong(List<String> hosts) {
        return hosts.stream()
                .anyMatch(
                        each ->
                                each.equalsIgnoreCase(host())
                                        || each.equalsIgnoreCase(uri.getHost()));
    }

    /**
     * Resolves the host and checks its addresses. Call it before each use: names may resolve
     * differently later.
     *
     * @param allowed hosts; a metadata address is accepted only if this list contains it
     * @throws ProblemException if the host is unknown or must not be called
     */
    void check(List<String> allowed) throws ProblemException {
        if (isAddress() && isAmong(allowed)) {
            return;
        }
        try {
            checked.check();
        } catch (ProblemException e) {
            throw e.problem().kind() == Problem.Kind.BAD_REQUEST ? forbidden() : notKnown();
        }
    }

    private boolean isAddress() {
        String host = Objects.requireNonNull(uri.getHost(), "was parsed");
        try {
            InetAddress _ = InetAddress.ofLiteral(host.replace("[", "").replace("]", ""));
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private ProblemException forbidden() {
        return new ProblemException(
                Problem.Kind.FORBIDDEN,
                "The webhook is a metadata address",
                "Clouds serve the credentials of this machine at %s.".formatted(host()),
                "Set HEAPSIGHT_WEBHOOK to the receiver itself; if you really mean this address,"
                        + " add it to HEAPSIGHT_WEBHOOK_HOSTS.");
    }

    private ProblemException notKnown() {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "Unknown webhook host",
                "No address is found for %s.".formatted(host()),
                "Check the host in HEAPSIGHT_WEBHOOK, and whether the pod's DNS resolves external"
                        + " hosts.");
    }

    URI uri() {
        return uri;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WebhookUrl url && url.uri.equals(uri);
    }

    @Override
    public int hashCode() {
        return uri.hashCode();
    }

    @Override
    public String toString() {
        return uri.getScheme().toLowerCase(Locale.ROOT) + "://" + host() + "/…";
    }
}
