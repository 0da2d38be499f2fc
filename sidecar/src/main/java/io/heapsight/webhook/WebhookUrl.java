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

/** Where events go. Its path and query may be secrets: it is shown by its host only. */
public final class WebhookUrl {
    private final URI uri;
    private final PresignedUrl checked;

    private WebhookUrl(URI uri, PresignedUrl checked) {
        this.uri = uri;
        this.checked = checked;
    }

    /**
     * Parses one.
     *
     * @throws IllegalArgumentException when it is none; its text is not repeated
     */
    public static WebhookUrl parse(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getRawPath() == null || uri.getRawPath().isEmpty()) {
                uri = uri.resolve("/");
            }
            return new WebhookUrl(uri, PresignedUrl.parse(uri.toString()));
        } catch (IllegalArgumentException | ProblemException _) {
            throw new IllegalArgumentException("not a URL of http or https with a host");
        }
    }

    /** "hooks.slack.com", "alertmanager:9093". */
    public String host() {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    /** Whether a list of hosts, or of host:port, has this one. */
    public boolean isAmong(List<String> hosts) {
        return hosts.stream()
                .anyMatch(
                        each ->
                                each.equalsIgnoreCase(host())
                                        || each.equalsIgnoreCase(uri.getHost()));
    }

    /**
     * Looks up the host, and where that would lead. To be done before each use: names change what
     * they stand for.
     *
     * @param allowed hosts; an address that is among them is meant, also where clouds keep
     *     credentials
     * @throws ProblemException when it isn't known, or must not be called
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
                "The webhook leads to a metadata address",
                "%s is where clouds keep the credentials of this machine.".formatted(host()),
                "Name the receiver itself in HEAPSIGHT_WEBHOOK; an address that is meant all the"
                        + " same has to be in HEAPSIGHT_WEBHOOK_HOSTS.");
    }

    private ProblemException notKnown() {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The webhook's host is not known",
                "No address is found for %s.".formatted(host()),
                "Look for a mistake in the host of HEAPSIGHT_WEBHOOK, and whether the pod's DNS"
                        + " finds hosts outside.");
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
