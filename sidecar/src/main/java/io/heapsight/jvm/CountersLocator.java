/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfDataException;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.proc.FileStatus;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessMappedFile;
import io.heapsight.proc.RootedPath;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the hsperfdata file of a JVM, in the JVM's own mounts. */
record CountersLocator(ProcFs procFs) {
    /** Maximum size: HotSpot's default is 32 KiB, but its flags allow more. */
    private static final int MAX_BYTES = 2 * 1024 * 1024;

    /** Parts of the reasons for missing counters. */
    static final String DELETED = "the counters file was deleted: ";

    static final String NAMELESS = " has no entry in its /etc/passwd";

    static final String NO_FILE = "the target has no counters file";

    private static final String FOLDER = "/hsperfdata_";

    /**
     * Finds the file that the JVM has mapped or, if its map is not readable, the file with its pid.
     *
     * @param mapped the mapped files; empty if unknown
     */
    Reading<CountersFile> locate(
            int pid, int nsPid, List<ProcessMappedFile> mapped, JvmFlags flags) {
        Optional<ProcessMappedFile> file =
                mapped.stream()
                        .filter(each -> each.path().contains(FOLDER))
                        .filter(each -> each.name().equals(Integer.toString(nsPid)))
                        .findFirst();
        if (file.isPresent()) {
            return file.get().deleted()
                    ? Reading.missing(DELETED + file.get().path())
                    : status(pid, file.get().path());
        }
        if (!mapped.isEmpty()) {
            return Reading.missing(whyNotMapped(pid, flags));
        }
        return search(pid, nsPid);
    }

    /** Copies the current counters; Missing with the reason if that fails. */
    Reading<Counters> snapshot(CountersFile file) {
        try {
            return Reading.of(PerfDataFile.of(procFs.files().read(file.path(), 0, MAX_BYTES)));
        } catch (IOException | PerfDataException e) {
            return Reading.missing(CountersFileReader.DAMAGED + IoReason.of(e));
        }
    }

    private Reading<CountersFile> status(int pid, String path) {
        try {
            Path here = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), path);
            FileStatus status = procFs.files().status(here);
            return status.isRegular()
                    ? Reading.of(new CountersFile(here, status.inode()))
                    : Reading.missing(path + " is not a regular file");
        } catch (IOException e) {
            return Reading.missing("the counters file can't be reached: " + IoReason.of(e));
        }
    }

    private String whyNotMapped(int pid, JvmFlags flags) {
        Optional<JvmFlag> flag = flags.withoutCounters();
        if (flag.isPresent()) {
            return "the target has no counters file, because of "
                    + flag.get().text()
                    + " in "
                    + flag.get().where();
        }
        return whyNoName(pid).orElse(NO_FILE + " mapped (yet)");
    }

    private Optional<String> whyNoName(int pid) {
        return userWithoutName(pid).map(uid -> NO_FILE + ": its uid " + uid + NAMELESS);
    }

    /**
     * Reports a process's uid that has no name in its own mounts, so that its JVM has no folder.
     */
    Optional<String> userWithoutName(int pid) {
        try {
            String uid = Integer.toString(procFs.status(pid).uid());
            Path passwd = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), "/etc/passwd");
            byte[] lines = procFs.files().read(passwd, 0, MAX_BYTES);
            boolean named =
                    new String(lines, StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.split(":", 4))
                            .anyMatch(fields -> fields.length > 2 && fields[2].equals(uid));
            return named ? Optional.empty() : Optional.of(uid);
        } catch (IOException _) {
            return Optional.empty(); // not accessible: nothing is known
        }
    }

    private Reading<CountersFile> search(int pid, int nsPid) {
        try {
            Path tmp = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), "/tmp");
            for (String folder : procFs.files().list(tmp)) {
                if (folder.startsWith(FOLDER.substring(1))) {
                    Reading<CountersFile> found = status(pid, "/tmp/" + folder + "/" + nsPid);
                    if (found instanceof Reading.Present<CountersFile>) {
                        return found;
                    }
                }
            }
            return Reading.missing(
                    whyNoName(pid).orElse("there is no hsperfdata file of this JVM in its /tmp"));
        } catch (IOException _) {
            return Reading.missing(
                    "the target's /tmp is not readable with the sidecar's uid, gid and"
                            + " capabilities");
        }
    }
}
