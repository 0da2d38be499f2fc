/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;

/** A presigned URL for the upload of a file; its query grants write access. */
public final class PresignedUrl {
    /** The format, for documents. */
    public static final String PATTERN = "https?://[^/\\s]+/\\S*";

    /** Addresses at which clouds serve credentials, in addition to 169.254.0.0/16 and fe80::/10. */
    private static final Set<InetAddress> METADATA =
            Set.of(
                    InetAddress.ofLiteral("fd00:ec2::254"),
                    InetAddress.ofLiteral("fd20:ce::254"),
                    InetAddress.ofLiteral("100.100.100.200"));

    /** Addresses of IPv4 in IPv6, for networks that translate: RFC 6052 and RFC 8215. */
    private static final byte[] TRANSLATED = {0, 0x64, (byte) 0xff, (byte) 0x9b};

    private static final int IPV6_BYTES = 16;
    private static final int IPV4_BYTES = 4;
    private static final int MOST_PORT = 65_535;

    private final URI uri;

    private PresignedUrl(URI uri) {
        this.uri = uri;
    }

    /**
     * Parses a URL.
     *
     * @throws ProblemException if it is invalid; the message does not repeat it
     */
    public static PresignedUrl parse(String text) throws ProblemException {
        String line = text.strip();
        URI uri;
        try {
            uri = new URI(line);
        } catch (URISyntaxException e) {
            throw bad("Character %d is not allowed.".formatted(e.getIndex() + 1));
        }
        if (!line.matches(PATTERN)) {
            throw bad("It does not look like https://HOST/PATH?SIGNATURE.");
        }
        if (uri.getPort() > MOST_PORT) {
            throw bad("Invalid port " + uri.getPort() + ".");
        }
        if (uri.getHost() == null || uri.getUserInfo() != null || uri.getFragment() != null) {
            throw bad("It has no host, or it contains a user or a fragment.");
        }
        return new PresignedUrl(uri);
    }

    private static ProblemException bad(String what) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Not a presigned URL",
                what,
                "Send the URL as the body, percent-encoded as the storage made it, for"
                        + " example by boto3's generate_presigned_url(\"put_object\", …);"
                        + " aws s3 presign makes URLs for GET only.");
    }

    /**
     * Resolves the host and checks its addresses. Call it before each use: names may resolve
     * differently later.
     *
     * @throws ProblemException if the host is unknown or forbidden
     */
    public void check() throws ProblemException {
        try {
            for (InetAddress address : InetAddress.getAllByName(uri.getHost())) {
                InetAddress meant = behindTranslation(address);
                if (meant.isLinkLocalAddress() || METADATA.contains(meant)) {
                    throw new ProblemException(
                            Problem.Kind.BAD_REQUEST,
                            "No upload to a metadata address",
                            "%s is %s, the address at which clouds serve the credentials of this machine."
                                    .formatted(uri.getHost(), address.getHostAddress()),
                            "Use the address of the storage itself.");
                }
            }
        } catch (UnknownHostException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "Unknown storage host",
                    "No address is found for " + uri.getHost() + ".",
                    "Check the host in the URL, and whether the pod's DNS resolves"
                            + " external hosts.",
                    e);
        }
    }

    private static InetAddress behindTranslation(InetAddress address) throws UnknownHostException {
        byte[] bytes = address.getAddress();
        return bytes.length == IPV6_BYTES
                        && Arrays.equals(
                                bytes, 0, TRANSLATED.length, TRANSLATED, 0, TRANSLATED.length)
                ? InetAddress.getByAddress(
                        Arrays.copyOfRange(bytes, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES))
                : address;
    }

    URI uri() {
        return uri;
    }

    /** Returns the URL without the signature. */
    public String shown() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }

    @Override
    public String toString() {
        return shown();
    }
}
