/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.analysis.DumpRedactions;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.http.file.FilePart;
import io.heapsight.http.file.GzipByteSource;
import io.heapsight.http.file.RedactedDumpByteSource;
import io.heapsight.http.file.StoredFileDownload;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.ByteSource;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
import io.heapsight.kept.FilesInUse;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * {@code GET /heapdumps/ID}: the dump itself. The stored form supports ranges, so an interrupted
 * download can continue. The compressed and redacted forms are generated for each request.
 */
final class HeapDumpDownloadResource {
    private static final String BINARY = "application/octet-stream";
    private static final String GZIPPED = "application/gzip";
    private static final Parameter<Boolean> GZIP =
            Parameter.bool("gzip", "compress the download").or(false);
    private static final Parameter<Boolean> REDACT =
            Parameter.bool(
                            "redact",
                            "zero all primitive data: the same objects, references and" + " sizes")
                    .or(false);

    private final DumpStore store;
    private final FilesInUse uses;
    private final DumpRedactions redactions;

    HeapDumpDownloadResource(HeapDumpServices dumps) {
        this.store = dumps.store();
        this.uses = store.uses();
        this.redactions = dumps.redactions();
    }

    Route route() {
        Map<String, Supplier<Schema>> forms = new LinkedHashMap<>();
        forms.put(BINARY, Schema::binary);
        forms.put(GZIPPED, Schema::binary);
        return new Route(
                Method.GET,
                "/heapdumps/{id}",
                Access.PROTECTED,
                Cost.TRANSFER,
                new Route.About(
                        "downloads a heap dump; supports Range",
                        List.of(HeapDumpsResource.ID, GZIP, REDACT),
                        AnswerDeclaration.always(forms)),
                this::download);
    }

    private Reply download(Exchange exchange) throws ProblemException {
        DumpRecord dump = HeapDumpsResource.find(store, exchange);
        if (exchange.get(REDACT)) {
            return redacted(exchange, dump);
        }
        FilesInUse.Use use = uses.begin(dump.id());
        try {
            FileChannel file = FilePart.open(store.file(dump));
            try {
                return exchange.get(GZIP) && !dump.gzip()
                        ? compressed(exchange, dump, file, use)
                        : asKept(exchange, dump, file, use);
            } catch (IOException | ProblemException | RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            use.close();
            throw new ProblemException(gone(dump.id(), e), e);
        } catch (ProblemException | RuntimeException e) {
            use.close();
            throw e;
        }
    }

    private static Reply asKept(
            Exchange exchange, DumpRecord dump, FileChannel file, FilesInUse.Use use)
            throws IOException, ProblemException {
        Reply reply =
                StoredFileDownload.of(
                        exchange, dump.id(), dump.gzip() ? GZIPPED : BINARY, file, use);
        dump.sha256().ifPresent(digest -> exchange.answerHeader("Repr-Digest", field(digest)));
        StoredFileDownload.name(exchange, dump.id() + (dump.gzip() ? ".hprof.gz" : ".hprof"));
        return reply;
    }

    private static Reply compressed(
            Exchange exchange, DumpRecord dump, FileChannel file, FilesInUse.Use use)
            throws IOException {
        exchange.answerHeader("Accept-Ranges", "none");
        StoredFileDownload.name(exchange, dump.id() + ".hprof.gz");
        ByteSource plain = new FilePart(file, 0, file.size());
        return new Reply.Bytes(
                200,
                GZIPPED,
                OptionalLong.empty(),
                new StoredFileDownload.InUse(new GzipByteSource(plain), use));
    }

    private Reply redacted(Exchange exchange, DumpRecord dump) {
        boolean gzip = exchange.get(GZIP);
        exchange.answerHeader("Accept-Ranges", "none");
        StoredFileDownload.name(
                exchange, dump.id() + (gzip ? "-redacted.hprof.gz" : "-redacted.hprof"));
        ByteSource bytes = new RedactedDumpByteSource(redactions, dump, exchange.cancel());
        return new Reply.Bytes(
                200,
                gzip ? GZIPPED : BINARY,
                OptionalLong.empty(),
                new StoredFileDownload.InUse(
                        gzip ? new GzipByteSource(bytes) : bytes, uses.begin(dump.id())));
    }

    /** The header of RFC 9530: the digest of the whole dump, even for a part. */
    private static String field(String sha256) {
        byte[] digest = HexFormat.of().parseHex(sha256);
        return "sha-256=:" + Base64.getEncoder().encodeToString(digest) + ":";
    }

    private static Problem gone(String id, IOException e) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The heap dump can't be read",
                id + ": " + IoReason.of(e),
                "It may have been deleted: GET /heapdumps lists the stored ones.");
    }
}
