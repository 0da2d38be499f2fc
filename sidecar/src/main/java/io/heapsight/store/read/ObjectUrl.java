/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.StoreUrl;
import io.heapsight.store.rest.UrlObjectReader;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URL of one object to read. */
public sealed interface ObjectUrl {
    /** The expected syntax, for documents and errors. */
    String EXPECTED =
            "s3://BUCKET/KEY, gs://BUCKET/KEY, azblob://CONTAINER/KEY, https://HOST/PATH, or"
                    + " file:///PATH";

    /** Returns the URL without secrets, for messages. */
    String shown();

    /** Returns the last segment of its path. */
    default String lastSegment() {
        return shown().substring(shown().lastIndexOf('/') + 1);
    }

    /**
     * An object in a bucket.
     *
     * @param store the bucket, without a prefix
     */
    record InBucket(StoreUrl store, String key) implements ObjectUrl {
        @Override
        public String shown() {
            return store + "/" + key;
        }
    }

    /** An object with a URL that may be presigned: its query is secret. */
    record Link(URI uri) implements ObjectUrl {
        @Override
        public String shown() {
            return UrlObjectReader.shown(uri);
        }

        @Override
        public String toString() {
            return shown();
        }
    }

    /** A file on a mounted volume. */
    record Local(Path file) implements ObjectUrl {
        @Override
        public String shown() {
            return file.toString();
        }
    }

    /** Returns whether a text is a URL, not the path of a file. */
    static boolean isUrl(String text) {
        return Patterns.SCHEME.matcher(text).lookingAt();
    }

    /**
     * Parses a URL.
     *
     * @throws ProblemException if it is invalid; the message does not repeat a query
     */
    static ObjectUrl parse(String text) throws ProblemException {
        if (Patterns.LINK.matcher(text).lookingAt()) {
            return link(text);
        }
        if (text.startsWith("file:")) {
            return local(text);
        }
        Matcher object = Patterns.OBJECT.matcher(text);
        if (!object.matches()) {
            throw invalid(text.replaceFirst("[?#].*", "") + " is not the URL of an object.");
        }
        try {
            return new InBucket(StoreUrl.parse(object.group(1)), object.group(2));
        } catch (IllegalArgumentException _) {
            throw invalid(object.group(1) + " is not a valid bucket or container.");
        }
    }

    private static ObjectUrl link(String text) throws ProblemException {
        try {
            URI uri = new URI(text);
            if (uri.getHost() == null || uri.getUserInfo() != null || uri.getFragment() != null) {
                throw invalid("The URL has no host, or it contains a user or a fragment.");
            }
            return new Link(uri);
        } catch (URISyntaxException e) {
            throw invalid("Character %d of the URL is not allowed.".formatted(e.getIndex() + 1));
        }
    }

    private static ObjectUrl local(String text) throws ProblemException {
        try {
            if (!text.startsWith("file:///")) {
                throw invalid(text + " has no path.");
            }
            return new Local(Path.of(text.substring("file://".length())));
        } catch (InvalidPathException _) {
            throw invalid(text + " is not a valid path.");
        }
    }

    private static ProblemException invalid(String what) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Not the URL of an object",
                what,
                "Name a file, or " + EXPECTED + ".");
    }

    /** Patterns of URLs. */
    final class Patterns {
        private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]{0,20}://");
        private static final Pattern LINK = Pattern.compile("https?://");
        private static final Pattern OBJECT =
                Pattern.compile("((?:s3|gs|azblob)://[^/?#]{1,222})/([^\\p{Cntrl}]{1,1024})");

        private Patterns() {}
    }
}
