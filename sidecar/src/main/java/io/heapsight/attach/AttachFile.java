/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Creates {@code .attach_pidNSPID} in the target's working directory, or else in its {@code /tmp}.
 * A JVM that finds this file on SIGQUIT starts its attach listener instead of printing its threads.
 * The target's user owns the file, because JDK 8 requires that. The folder stays open, so that the
 * file can be deleted even if the target has ended.
 */
final class AttachFile implements AutoCloseable {
    private static final Set<OpenOption> NEW =
            Set.of(
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
    private static final Set<PosixFilePermission> MODE =
            PosixFilePermissions.fromString("rw-------");

    /** Time in which a running JVM handles a signal. */
    private static final Duration LONGEST_PENDING = Duration.ofSeconds(5);

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final SecureDirectoryStream<Path> folder;
    private final Path name;

    private AttachFile(SecureDirectoryStream<Path> folder, Path name) {
        this.folder = folder;
        this.name = name;
    }

    /**
     * Creates the file.
     *
     * @param tmp the target's /tmp as seen by the sidecar
     * @param ownerUid the target's uid
     * @throws IOException if it can't be created in either folder
     */
    static AttachFile create(ProcFs procFs, AttachTarget target, Path tmp, int ownerUid)
            throws IOException {
        Path name = Path.of(".attach_pid" + target.nsPid());
        try {
            return in(procFs.of(target.pid()).resolve("cwd"), name, ownerUid);
        } catch (IOException inCwd) {
            try {
                return in(tmp, name, ownerUid);
            } catch (IOException e) {
                e.addSuppressed(inCwd);
                throw e;
            }
        }
    }

    @SuppressWarnings("StreamResourceLeak") // this object keeps the folder open until it is closed
    private static AttachFile in(Path directory, Path name, int ownerUid) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
        if (!(stream instanceof SecureDirectoryStream<Path> folder)) {
            stream.close();
            throw new IOException("no openat(2) here");
        }
        AttachFile file = new AttachFile(folder, name);
        try {
            file.create();
            file.giveTo(ownerUid);
            return file;
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** Creates the file; replaces an existing file, which is from another client. */
    private void create() throws IOException {
        try {
            createNew();
        } catch (FileAlreadyExistsException _) {
            folder.deleteFile(name);
            createNew();
        }
    }

    private void createNew() throws IOException {
        try (SeekableByteChannel _ =
                folder.newByteChannel(name, NEW, PosixFilePermissions.asFileAttribute(MODE))) {
            return;
        }
    }

    private void giveTo(int uid) throws IOException {
        PosixFileAttributeView view =
                folder.getFileAttributeView(
                        name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        String wanted = Integer.toString(uid);
        var users = Path.of("/").getFileSystem().getUserPrincipalLookupService();
        var owner = users.lookupPrincipalByName(wanted);
        if (!view.readAttributes().owner().equals(owner)) {
            chown(view, owner);
        }
    }

    private static void chown(PosixFileAttributeView view, UserPrincipal owner) {
        try {
            view.setOwner(owner);
        } catch (IOException _) {
            return; // root without CHOWN: since JDK 11, a file of root is accepted, too
        }
    }

    /**
     * Deletes the file after the JVM has handled the signal, or after a time limit. Without the
     * file, a JVM would print its threads.
     *
     * @param taken whether the JVM has handled the signal
     * @param after runs afterwards
     */
    void closeOnce(BooleanSupplier taken, Runnable after) {
        Thread.ofPlatform()
                .name("heapsight-trigger-file")
                .daemon()
                .start(
                        () -> {
                            try (this) {
                                long began = System.nanoTime();
                                while (!taken.getAsBoolean()
                                        && System.nanoTime() - began < LONGEST_PENDING.toNanos()) {
                                    LockSupport.parkNanos(LOOK_EVERY.toNanos());
                                }
                            } finally {
                                after.run();
                            }
                        });
    }

    @Override
    public void close() {
        try (folder) {
            folder.deleteFile(name);
        } catch (NoSuchFileException _) {
            return; // the JVM of JDK 25 does not remove it, but another client may
        } catch (IOException _) {
            return; // a file system that was just writable, and nothing else can be done
        }
    }
}
