/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.store.read.ObjectUrl;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.OwnerOnlyAttributes;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.Set;

/**
 * The private folder for downloaded objects, in a directory that other users may share. An object
 * has the same file name each time, so that an interrupted download can continue.
 */
record DownloadFolder(Path folder) {
    private static final int MOST_CHARACTERS = 80;
    private static final int DIGITS = 12;

    /**
     * Opens the folder in a work directory.
     *
     * @throws ProblemException if it can't be created, or belongs to another user
     */
    static DownloadFolder in(Path workDirectory) throws ProblemException {
        String user = System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9]", "_");
        Path folder = workDirectory.toAbsolutePath().resolve("heapsight-" + user);
        try {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(folder, OwnerOnlyAttributes.folder(folder));
            }
            requireOwn(folder);
            return new DownloadFolder(folder);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The work directory can't be used",
                    folder + ": " + IoReason.why(e),
                    "Name a directory that this user may write to: --work-dir.",
                    e);
        }
    }

    private static void requireOwn(Path folder) throws IOException {
        boolean own =
                Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.isWritable(folder)
                        && !(OwnerOnlyAttributes.isPosix(folder) && isWritableByOthers(folder));
        if (!own) {
            throw new IOException("it is no private folder of this user");
        }
    }

    private static boolean isWritableByOthers(Path folder) throws IOException {
        Set<PosixFilePermission> permissions =
                Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        return permissions.contains(PosixFilePermission.OTHERS_WRITE)
                || permissions.contains(PosixFilePermission.GROUP_WRITE);
    }

    /** Returns the path for the copy of an object. */
    Path fileOf(ObjectUrl url) {
        String name = url.lastSegment().replaceAll("[^A-Za-z0-9._-]+", "_");
        String end = name.substring(Math.max(0, name.length() - MOST_CHARACTERS));
        return folder.resolve(digest(url.shown()) + "-" + end);
    }

    private static String digest(String text) {
        MessageDigest digest = Sha256.begin();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        return Sha256.hex(digest).substring(0, DIGITS);
    }
}
