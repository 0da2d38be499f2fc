/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.http.route.ByteSource;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Reply;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** Answers with a stored file, or with the part requested by {@code Range}. */
public final class StoredFileDownload {
    private static final int PIECE_CHARACTERS = 16 * 1024;

    private StoredFileDownload() {}

    /**
     * Answers with a stored file, which never changes under its id.
     *
     * @param file is closed with the answer
     * @param use protects the file until then
     */
    public static Reply of(
            Exchange exchange, String id, String contentType, FileChannel file, FilesInUse.Use use)
            throws IOException, ProblemException {
        long size = file.size();
        String entityTag = "\"" + id + "\"";
        Optional<ByteRange> range =
                ByteRange.of(
                        exchange.header("Range"), exchange.header("If-Range"), entityTag, size);
        exchange.answerHeader("Accept-Ranges", "bytes");
        exchange.answerHeader("ETag", entityTag);
        range.ifPresent(part -> exchange.answerHeader("Content-Range", part.contentRange(size)));
        long offset = range.map(ByteRange::first).orElse(0L);
        long length = range.map(ByteRange::length).orElse(size);
        return new Reply.Bytes(
                range.isPresent() ? 206 : 200,
                contentType,
                OptionalLong.of(length),
                new InUse(new FilePart(file, offset, length), use));
    }

    /**
     * Answers with the stored file at a path.
     *
     * @param use is closed with the answer, or if the file does not exist
     */
    public static Reply of(
            Exchange exchange, String id, String contentType, Path path, FilesInUse.Use use)
            throws IOException, ProblemException {
        try {
            FileChannel file = FilePart.open(path);
            try {
                return of(exchange, id, contentType, file, use);
            } catch (IOException | ProblemException | RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (IOException | ProblemException | RuntimeException e) {
            use.close();
            throw e;
        }
    }

    /**
     * Answers with the summary of a stored file in the requested format.
     *
     * @param of path of its formats
     * @param none the problem if it does not exist
     */
    public static Reply summary(
            Exchange exchange, Function<SummaryFormat, Path> of, Supplier<Problem> none) {
        SummaryFormat form = formOf(exchange);
        return new Reply.Stream(
                exchange.format().contentType(), sink -> copy(of.apply(form), none, sink));
    }

    /** The requested format of a summary. */
    public static SummaryFormat formOf(Exchange exchange) {
        return switch (exchange.format()) {
            case TEXT -> SummaryFormat.TEXT;
            case JSON -> SummaryFormat.JSON;
            case HTML -> SummaryFormat.HTML;
            case MARKDOWN, CSV -> throw new IllegalStateException("not offered");
        };
    }

    private static void copy(Path summary, Supplier<Problem> none, Reply.Sink sink)
            throws ProblemException {
        char[] piece = new char[PIECE_CHARACTERS];
        try (Reader in = Files.newBufferedReader(summary)) {
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                sink.write(new String(piece, 0, n));
            }
        } catch (IOException e) {
            throw new ProblemException(none.get(), e);
        }
    }

    /** Sets the file name under which a browser saves it. */
    public static void name(Exchange exchange, String fileName) {
        exchange.answerHeader("Content-Disposition", "attachment; filename=\"" + fileName + "\"");
    }

    /** Bytes of a file that is protected from deletion by the quota. */
    public record InUse(ByteSource source, FilesInUse.Use use) implements ByteSource {
        @Override
        public void prepare() throws IOException, ProblemException {
            source.prepare();
        }

        @Override
        public void writeTo(Sink sink) throws IOException, ProblemException {
            source.writeTo(sink);
        }

        @Override
        public void close() throws IOException {
            try {
                source.close();
            } finally {
                use.close();
            }
        }
    }
}
