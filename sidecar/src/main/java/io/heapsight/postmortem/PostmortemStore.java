/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.kept.KeptFile;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.TimeIds;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stores post-mortems in the folder {@code postmortems} of the data directory, one document per
 * file, {@code 20261121T221930120Z-7.json}. The JVM's crash log, if there is one, is beside it:
 * {@code 20261121T221930120Z-7.hs_err}. Above the limit, deletes the oldest post-mortem of a normal
 * exit or, without one, the oldest of all. Holds only list entries in memory.
 *
 * <p>The folder is read once; no other process writes to it. Thread-safe.
 */
public final class PostmortemStore {
    private static final String SUFFIX = ".json";
    private static final String CRASH_LOG = ".hs_err";
    private static final long MOST_BYTES = 1 << 20;

    /** Maximum size of a crash log; longer ones are truncated. */
    static final long MOST_CRASH_LOG_BYTES = 2 << 20;

    private final Path folder;
    private final int mostKept;
    private final TreeMap<String, Postmortem.Entry> kept = new TreeMap<>();
    private final TimeIds ids = new TimeIds();
    private final List<Postmortem> untold = new ArrayList<>();
    private final List<PostmortemListener> listeners = new CopyOnWriteArrayList<>();

    private PostmortemStore(Path folder, int mostKept) {
        this.folder = folder;
        this.mostKept = mostKept;
    }

    /** Opens the folder, which may be missing. Logs and keeps a file that is not a post-mortem. */
    public static PostmortemStore open(Path dataDirectory, int mostKept, EventLog log)
            throws IOException {
        PostmortemStore store = new PostmortemStore(dataDirectory.resolve("postmortems"), mostKept);
        store.readFolder(log);
        return store;
    }

    private synchronized void readFolder(EventLog log) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                readEntry(file, log);
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private void readEntry(Path file, EventLog log) throws IOException {
        String name = file.getFileName().toString();
        if (name.endsWith(DurableFiles.PART)) {
            Files.deleteIfExists(file); // left by a crash
            return;
        }
        if (name.startsWith("checkpoint-") || name.endsWith(CRASH_LOG)) {
            return; // for a target that is still running, or a post-mortem in the list
        }
        try {
            Postmortem read = read(file);
            if (!name.equals(read.id() + SUFFIX)) {
                throw new IOException("its id is " + read.id());
            }
            ids.seen(read.id());
            kept.put(read.id(), read.entry());
        } catch (IOException e) {
            log.warn("not a post-mortem", field("file", file), field("reason", e));
        }
    }

    private static Postmortem read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || Files.size(file) > MOST_BYTES) {
            throw new IOException("not a file of at most " + MOST_BYTES + " bytes");
        }
        return PostmortemJson.read(Files.readString(file));
    }

    /** Returns the stored post-mortems, newest first. */
    public synchronized List<Postmortem.Entry> list() {
        return new ArrayList<>(kept.descendingMap().values());
    }

    /**
     * Reads the post-mortem with an id, which may be untrusted.
     *
     * @throws IOException if its file can't be read
     */
    public Optional<Postmortem> find(String id) throws IOException {
        synchronized (this) {
            if (!kept.containsKey(id)) {
                return Optional.empty();
            }
        }
        return Optional.of(read(file(id, SUFFIX)));
    }

    /** Returns the complete crash log beside the post-mortem with an id, which may be untrusted. */
    public synchronized Optional<Path> crashLog(String id) {
        return kept.containsKey(id)
                ? Optional.of(file(id, CRASH_LOG)).filter(Files::isRegularFile)
                : Optional.empty();
    }

    /** Stores a crash log beside a stored post-mortem. */
    synchronized void addCrashLog(String id, FileChannel content) throws IOException {
        if (!kept.containsKey(id)) {
            return;
        }
        Path part = file(id, CRASH_LOG + DurableFiles.PART);
        try (FileChannel out = DurableFiles.create(part)) {
            content.transferTo(0, Math.min(content.size(), MOST_CRASH_LOG_BYTES), out);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
        DurableFiles.publish(part, file(id, CRASH_LOG));
    }

    /** Updates a post-mortem, unless it was deleted. */
    void replace(Postmortem postmortem) throws IOException {
        synchronized (this) {
            if (!kept.containsKey(postmortem.id())) {
                return;
            }
            keep(postmortem);
        }
        listeners.forEach(listener -> listener.kept(postmortem, true));
    }

    /** Returns the id of the first post-mortem of a capture's target, by the id of the capture. */
    synchronized Optional<String> firstAfter(String id) {
        return kept.tailMap(id).keySet().stream()
                .filter(each -> KeptFile.pidOf(each) == KeptFile.pidOf(id))
                .findFirst();
    }

    /** Returns a new unique id. */
    synchronized String newId(Instant now, int pid) {
        return ids.next(now, pid);
    }

    /** Registers a listener for each post-mortem, also for those stored before. */
    public void onKept(PostmortemListener listener) {
        List<Postmortem> before;
        synchronized (this) {
            listeners.add(listener);
            before = List.copyOf(untold);
        }
        before.forEach(postmortem -> listener.kept(postmortem, false));
    }

    /** Stores a post-mortem, and deletes old ones beyond the limit. */
    void add(Postmortem postmortem) throws IOException {
        keep(postmortem);
        synchronized (this) {
            if (listeners.isEmpty()) {
                untold.add(postmortem);
            }
        }
        listeners.forEach(listener -> listener.kept(postmortem, false));
    }

    private synchronized void keep(Postmortem postmortem) throws IOException {
        DurableFiles.createFolder(folder);
        DurableFiles.write(
                file(postmortem.id(), SUFFIX), PostmortemJson.POSTMORTEM.documentText(postmortem));
        kept.put(postmortem.id(), postmortem.entry());
        ids.seen(postmortem.id());
        while (kept.size() > mostKept) {
            String least = leastWorth();
            Files.deleteIfExists(file(least, CRASH_LOG));
            Files.deleteIfExists(file(least, SUFFIX));
            kept.remove(least);
        }
    }

    private String leastWorth() {
        return kept.entrySet().stream()
                .filter(each -> each.getValue().reason().kind().isOrderly())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(kept::firstKey);
    }

    Path folder() {
        return folder;
    }

    private Path file(String id, String end) {
        return folder.resolve(id + end);
    }

    /** Returns the path of the post-mortem with an id, if it is stored. */
    public Path file(String id) {
        return folder.resolve(id + SUFFIX);
    }
}
