/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Inflates the heap dump in a zip archive: the first entry with a dump's first bytes. */
final class ZipDumpInflater {
    private static final int CHUNK = 1 << 18;
    private static final int MOST_ENTRIES = 10_000;

    private final InflatedOutput out;
    private final List<String> warnings;
    private final long fileBytes;

    private ZipDumpInflater(InflatedOutput out, List<String> warnings, long fileBytes) {
        this.out = out;
        this.warnings = warnings;
        this.fileBytes = fileBytes;
    }

    /**
     * Inflates the dump in an archive.
     *
     * @param warnings receives a warning if the archive was cut or has several dumps
     * @throws ProblemException if it contains no dump
     * @throws HprofFormatException if the data is corrupt
     */
    static void inflate(Path file, InflatedOutput out, List<String> warnings)
            throws IOException, ProblemException {
        ZipDumpInflater dump = new ZipDumpInflater(out, warnings, Files.size(file));
        try (ZipFile zip = new ZipFile(file.toFile())) {
            dump.inflate(file, zip);
        } catch (ZipException | EOFException e) {
            if (out.length() > 0) {
                throw corrupt(e);
            }
            dump.inflateCut(file);
        }
    }

    private void inflate(Path file, ZipFile zip) throws IOException, ProblemException {
        List<ZipEntry> dumps = new ArrayList<>();
        Enumeration<? extends ZipEntry> entries = zip.entries();
        for (int i = 0; i < MOST_ENTRIES && entries.hasMoreElements(); i++) {
            ZipEntry entry = entries.nextElement();
            if (!entry.isDirectory() && isDump(zip, entry)) {
                dumps.add(entry);
            }
        }
        if (dumps.isEmpty()) {
            throw without(file, "has " + zip.size() + " entries, but no heap dump");
        }
        if (dumps.size() > 1) {
            warnings.add(
                    "the zip archive has %d heap dumps: %s is analysed"
                            .formatted(dumps.size(), dumps.getFirst().getName()));
        }
        try (InputStream in = zip.getInputStream(dumps.getFirst())) {
            copy(in, dumps.getFirst().getSize());
        }
    }

    private static boolean isDump(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return FileKind.of(in.readNBytes(FileKind.HEAD)) == FileKind.HPROF;
        }
    }

    /** Inflates the first entry of an archive without the list of entries at its end. */
    private void inflateCut(Path file) throws IOException, ProblemException {
        try (InputStream source = Files.newInputStream(file);
                ZipInputStream in = new ZipInputStream(source)) {
            ZipEntry entry = in.getNextEntry();
            if (entry == null) {
                throw without(file, "was cut before its first entry");
            }
            warnings.add("the zip archive was cut: " + entry.getName() + " is analysed");
            try {
                copy(in, entry.getSize());
            } catch (HprofFormatException e) {
                // Reading an uncompressed entry fails the same way.
                if (source.available() > 0) {
                    throw e;
                }
                warnCut();
            }
        } catch (EOFException _) {
            throw without(file, "was cut before its first entry");
        } catch (ZipException | IllegalArgumentException e) {
            throw corrupt(e); // IllegalArgumentException: the name is no UTF-8
        }
    }

    /** Copies as much as can be read. */
    private void copy(InputStream in, long size) throws IOException, ProblemException {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int some = in.read(chunk); some >= 0; some = in.read(chunk)) {
                long done = size > 0 ? (long) ((double) out.length() / size * fileBytes) : 0;
                out.write(ByteBuffer.wrap(chunk, 0, some), Math.min(done, fileBytes));
            }
        } catch (EOFException _) {
            warnCut();
        } catch (ZipException e) {
            throw corrupt(e);
        }
    }

    private void warnCut() {
        warnings.add(
                "the zip archive was cut: "
                        + out.length()
                        + " bytes could be inflated, and are analysed as far as they go");
    }

    private static HprofFormatException corrupt(Exception e) {
        return new HprofFormatException(0, "the zip archive is corrupt: " + e.getMessage());
    }

    private static ProblemException without(Path file, String what) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "There is no heap dump in the zip archive",
                file + " " + what,
                "unpack it, and name the .hprof file");
    }
}
