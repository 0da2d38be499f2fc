/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file, requested by {@code Range}.
 *
 * @param first byte
 * @param last byte, included
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110.html#name-range-requests">RFC 9110</a>
 */
public record ByteRange(long first, long last) {
    private static final Pattern ONE =
            Pattern.compile("bytes\\s*=\\s*([0-9]*)\\s*-\\s*([0-9]*)", Pattern.CASE_INSENSITIVE);

    /** Thrown with status 416 if the range begins beyond the end of the file. */
    public static final class NotSatisfiable extends ProblemException {
        private final long size;

        NotSatisfiable(Problem problem, long size) {
            super(problem);
            this.size = size;
        }

        /** The {@code Content-Range} header of the answer. */
        public String contentRange() {
            return "bytes */" + size;
        }
    }

    /**
     * Parses the requested range. Empty if the whole file must be sent: without the header, if it
     * is malformed or has several ranges, or if the file has changed.
     *
     * @param ifRange the entity tag of the file that the caller has partly received
     * @throws NotSatisfiable if the range begins beyond the end
     */
    public static Optional<ByteRange> of(
            @Nullable String range, @Nullable String ifRange, String entityTag, long size)
            throws NotSatisfiable {
        Matcher matcher = ONE.matcher(range == null ? "" : range.strip());
        boolean same = ifRange == null || ifRange.strip().equals(entityTag);
        if (!same || !matcher.matches()) {
            return Optional.empty();
        }
        String from = matcher.group(1);
        String to = matcher.group(2);
        if (from.isEmpty() && to.isEmpty()) {
            return Optional.empty();
        }
        long first = from.isEmpty() ? Math.max(0, size - position(to)) : position(from);
        long last = from.isEmpty() || to.isEmpty() ? size - 1 : position(to);
        if (last < first && !from.isEmpty() && !to.isEmpty()) {
            return Optional.empty(); // "5-2" is not a range
        }
        if (first >= size) {
            throw new NotSatisfiable(
                    new Problem(
                            Problem.Kind.RANGE_NOT_SATISFIABLE,
                            "The range is beyond the file",
                            "The file has %d bytes; the requested range starts at %d."
                                    .formatted(size, first),
                            "If you already have the whole file, you are done; else send the"
                                    + " request without Range."),
                    size);
        }
        return Optional.of(new ByteRange(first, Math.min(last, size - 1)));
    }

    /** A position beyond any file is as good as a larger one. */
    private static long position(String digits) {
        return new BigInteger(digits).min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }

    /** Length of the part. */
    public long length() {
        return last - first + 1;
    }

    /** The header's value: "bytes 0-99/1234". */
    public String contentRange(long size) {
        return "bytes " + first + "-" + last + "/" + size;
    }
}
