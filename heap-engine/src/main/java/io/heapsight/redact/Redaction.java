/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.SubRecord;
import io.heapsight.hprof.TopLevelCursor;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Writes a heap dump without its data. Elements of primitive arrays and values of primitive fields,
 * static ones too, are zero. Texts that name nothing in the dump, such as literals of the program,
 * are asterisks. All other bytes stay in place: any tool finds the same objects, references and
 * sizes.
 *
 * <p>These stay readable: names of classes, fields, methods and of the threads that ran, and the
 * JDK's version. A cut dump is written up to its last complete record.
 *
 * <p>Reads the dump up to four times; uses about 100 bytes a class.
 */
public final class Redaction {
    private static final long REPORT_EVERY = 16L << 20;

    private final HprofFile file;
    private final HprofBytes bytes;
    private final UsedNames names;
    private final InstanceFields fields;
    private final KeptText kept;
    private final Progress progress;
    private final CancelSignal cancel;
    private long end;

    private Redaction(HprofFile file, Progress progress, CancelSignal cancel) {
        this.file = file;
        this.bytes = file.bytes();
        this.names = new UsedNames(file);
        this.fields = new InstanceFields(bytes, names);
        this.kept = new KeptText(names, fields);
        this.progress = progress;
        this.cancel = cancel;
        this.end = file.records().nextPosition();
    }

    /**
     * Finds the data to remove; reads all records of the dump.
     *
     * @param file stays open until the redaction is written
     * @throws io.heapsight.hprof.HprofFormatException if the dump is broken
     * @throws CancellationException if it was cancelled
     */
    public static Redaction of(HprofFile file, Progress progress, CancelSignal cancel) {
        Redaction redaction = new Redaction(file, progress, cancel);
        redaction.survey();
        return redaction;
    }

    /** Bytes that {@link #writeTo} writes. */
    public long bytes() {
        return end;
    }

    /**
     * Writes the redacted dump.
     *
     * @throws CancellationException if it was cancelled
     */
    public void writeTo(WritableByteChannel channel) throws IOException {
        RedactedOutput out =
                new RedactedOutput(
                        bytes, end, channel, done -> progress.at("redacting", done, end), cancel);
        try {
            TopLevelCursor outer = file.records();
            out.keep(outer.nextPosition());
            while (outer.next() && outer.start() < end) {
                out.keep(outer.body());
                if (outer.isForeign()) {
                    out.blank(Math.min(outer.end(), end));
                } else if (outer.isSegment()) {
                    walk(outer, record -> redact(record, out));
                } else if (outer.tag() == TopLevelCursor.NAME && !isUsed(outer)) {
                    out.keep(Math.min(outer.body() + bytes.idBytes(), outer.end()));
                    out.blankText(outer.end());
                }
                out.keep(Math.min(outer.end(), end));
            }
            out.end();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean isUsed(TopLevelCursor name) {
        return name.length() >= bytes.idBytes() && names.contains(bytes.id(name.body()));
    }

    private void survey() {
        TopLevelCursor outer = file.records();
        while (outer.next()) {
            refuseBroken(outer);
            if (!outer.cut()) {
                names.addFrom(outer);
            }
        }
        refuseBroken(outer);
        pass("reading", this::survey);
        if (kept.isWanted()) {
            pass("finding names of threads", kept::addNameOf);
            pass("finding texts that stay", kept::addArrayOf);
        }
    }

    /** Refuses bytes that are not a record: their content is unknown. */
    private static void refuseBroken(TopLevelCursor outer) {
        if (outer.skipped() > 0) {
            throw new HprofFormatException(
                    outer.nextPosition() - outer.skipped(),
                    "not a record of a heap dump: bytes of unknown meaning can't be redacted");
        }
    }

    private void survey(RecordCursor record) {
        switch (record.tag()) {
            case SubRecord.CLASS -> {
                ClassDump type = ClassDump.read(bytes, record.position());
                fields.add(type, record.nextPosition());
                names.addFrom(type);
                kept.addConstants(type);
            }
            case SubRecord.ROOT_THREAD_OBJECT -> kept.addThread(record.address());
            case SubRecord.ANDROID_HEAP_INFO ->
                    names.add(bytes.id(record.position() + 1 + Integer.BYTES));
            default -> {}
        }
    }

    /** Passes all heap records to a visitor and finds the end of the last complete one. */
    private void pass(String phase, Consumer<RecordCursor> visitor) {
        TopLevelCursor outer = file.records();
        long[] nextReport = {REPORT_EVERY};
        while (outer.next()) {
            if (outer.isSegment()) {
                end =
                        walk(
                                outer,
                                record -> {
                                    if (record.position() >= nextReport[0]) {
                                        cancel.throwIfCancelled();
                                        progress.at(phase, record.position(), bytes.size());
                                        nextReport[0] = record.position() + REPORT_EVERY;
                                    }
                                    visitor.accept(record);
                                });
            } else if (!outer.cut()) {
                end = outer.end();
            }
        }
    }

    /** Passes the records of a segment to a visitor; returns the end of the last complete one. */
    private long walk(TopLevelCursor segment, Consumer<RecordCursor> visitor) {
        RecordCursor records = new RecordCursor(bytes);
        records.reset(segment.body(), segment.end());
        while (records.next()) {
            visitor.accept(records);
        }
        return records.nextPosition();
    }

    private void redact(RecordCursor record, RedactedOutput out) {
        switch (record.tag()) {
            case SubRecord.INSTANCE -> {
                if (!kept.contains(record)) {
                    out.keep(record.data());
                    fields.redact(record, out);
                }
            }
            case SubRecord.PRIMITIVE_ARRAY -> {
                if (!kept.contains(record)) {
                    out.keep(record.data());
                    out.blank(record.nextPosition());
                }
            }
            case SubRecord.CLASS -> redactClass(record.position(), out);
            default -> {}
        }
        out.keep(record.nextPosition());
    }

    /** Redacts a class' constant pool and static fields; a cursor has checked the record. */
    private void redactClass(long position, RedactedOutput out) {
        int id = bytes.idBytes();
        long pool = position + 1 + 7L * id + 2 * Integer.BYTES;
        long statics = redactValues(pool, Short.BYTES, out);
        redactValues(statics, id, out);
    }

    /**
     * Redacts a list: a count, then that many entries of a name or index, a type and a value;
     * returns their end.
     */
    private long redactValues(long at, int nameBytes, RedactedOutput out) {
        int count = bytes.u2(at);
        long next = at + Short.BYTES;
        for (int i = 0; i < count; i++) {
            int code = bytes.u1(next + nameBytes);
            out.keep(next + nameBytes + 1);
            next += nameBytes + 1 + BasicType.bytesOf(code, bytes.idBytes());
            if (code != BasicType.OBJECT.code()) {
                out.blank(next);
            }
        }
        out.keep(next);
        return next;
    }
}
