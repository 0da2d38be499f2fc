/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import io.heapsight.http.route.ByteSource;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.RequestArgumentParser;
import io.heapsight.http.route.RouteTable;
import io.heapsight.report.Report;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Answers internal requests with the API's routes, with the rights of the caller.
 *
 * @param exchange of the caller
 * @param target selects the JVM
 */
record InternalRequests(RouteTable table, Exchange exchange, Parameter<String> target) {
    /** Maximum size of an answer, which stays in memory until it is packed. */
    private static final int MOST_BYTES = 2 << 20;

    /**
     * Returns the answer to a part's request.
     *
     * @throws ProblemException if there is none, or if it is too long
     */
    byte[] to(BundlePart part) throws ProblemException {
        RouteTable.Match match = table.find("GET", part.path());
        Exchange asked =
                exchange.asking(
                        RequestArgumentParser.parse(match, query(part, match)), part.format());
        Limited bytes = new Limited();
        try {
            write(match.route().handler().handle(asked), part.format(), bytes);
        } catch (TooLong e) {
            throw new ProblemException(
                    Problem.Kind.PAYLOAD_TOO_LARGE,
                    "The answer is too long for a bundle",
                    "It exceeds " + new ByteSize(MOST_BYTES) + ".",
                    "GET " + part.path() + " sends it.",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
        return bytes.toByteArray();
    }

    private String query(BundlePart part, RouteTable.Match match) {
        return exchange.find(target)
                .filter(_ -> match.route().queryParameters().contains(target))
                .map(named -> "&target=" + URLEncoder.encode(named, StandardCharsets.UTF_8))
                .map(part.query()::concat)
                .orElse(part.query());
    }

    private static void write(Reply reply, ReplyFormat format, Limited out)
            throws IOException, ProblemException {
        switch (reply) {
            case Reply.Document(Report report) -> {
                Writer to = new OutputStreamWriter(out, StandardCharsets.UTF_8);
                format.write(report, to);
                to.flush();
            }
            case Reply.Content(_, var body) -> out.writeBytes(body.getBytes());
            case Reply.Pieces(_, var pieces) -> pieces.forEach(out::writeBytes);
            case Reply.Stream(_, var body) ->
                    body.writeTo(piece -> out.writeBytes(piece.getBytes(StandardCharsets.UTF_8)));
            case Reply.Bytes bytes -> {
                try (ByteSource source = bytes.source()) {
                    source.prepare();
                    source.writeTo(piece -> out.writeBytes(bytes(piece)));
                }
            }
        }
    }

    private static byte[] bytes(ByteBuffer piece) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        return bytes;
    }

    private static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Bytes in memory, up to the maximum size. */
    private static final class Limited extends ByteArrayOutputStream {
        @Override
        public synchronized void write(int b) {
            check(1);
            super.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            check(length);
            super.write(bytes, offset, length);
        }

        @Override
        public void writeBytes(byte[] bytes) {
            write(bytes, 0, bytes.length);
        }

        private void check(int more) {
            if (count + more > MOST_BYTES) {
                throw new TooLong();
            }
        }
    }
}
