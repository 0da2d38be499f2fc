/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores pending uploads, so that they survive restarts of the sidecar: one file each in the folder
 * {@code uploads} of the data directory. The uploading child reads that file.
 */
public final class PendingUploads {
    private static final String SUFFIX = ".json";
    private static final long MOST_BYTES = 64 * 1024;

    private final Path folder;
    private final EventLog log;

    /** The folder may not exist yet. */
    public PendingUploads(Path dataDirectory, EventLog log) {
        this.folder = dataDirectory.toAbsolutePath().resolve("uploads");
        this.log = log;
    }

    /** Reads the uploads from before a restart; deletes invalid and incomplete files. */
    synchronized List<Evidence> open() throws IOException {
        List<Evidence> found = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            files.forEach(all::add);
        }
        all.sort(null);
        for (Path file : all) {
            try {
                if (!file.toString().endsWith(SUFFIX) || Files.size(file) > MOST_BYTES) {
                    throw new IOException("it is incomplete");
                }
                found.add(Evidence.read(Files.readString(file)));
            } catch (IOException e) {
                log.warn("not an upload", field("file", file), field("reason", e));
                Files.deleteIfExists(file);
            }
        }
        return found;
    }

    /** Returns whether an upload of this evidence is pending. */
    synchronized boolean contains(Evidence evidence) {
        return Files.exists(file(evidence));
    }

    synchronized void add(Evidence evidence) throws IOException {
        DurableFiles.createFolder(folder);
        DurableFiles.write(file(evidence), evidence.text());
    }

    /** Reads the evidence with the objects that the store contains. */
    synchronized Evidence asItIs(Evidence evidence) {
        try {
            return Evidence.read(Files.readString(file(evidence)));
        } catch (IOException _) {
            return evidence; // it is sent again
        }
    }

    /** Removes an upload that has ended. */
    synchronized void remove(Evidence evidence) {
        try {
            Files.deleteIfExists(file(evidence));
        } catch (IOException e) {
            log.warn("the record of an upload could not be deleted", field("reason", e));
        }
    }

    Path file(Evidence evidence) {
        return file(evidence.kind(), evidence.id());
    }

    Path file(EvidenceKind kind, String id) {
        return folder.resolve(id + "." + kind.label() + SUFFIX);
    }
}
