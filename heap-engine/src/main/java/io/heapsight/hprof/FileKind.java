/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The kind of a file by its first bytes: a heap dump, a compressed one, or another format, with
 * advice how to get a heap dump.
 */
public enum FileKind {
    /** {@code JAVA PROFILE 1.0.} and a zero after the version. */
    HPROF("a heap dump", ""),
    GZIP("a gzip file", ""),
    ZIP("a zip archive", ""),
    ZSTD("a zstd file", ""),
    HPROF_TEXT(
            "a profile in text form, as old agents wrote it (-agentlib:hprof=format=a)",
            "take a heap dump of the running program: jcmd PID GC.heap_dump -all FILE"),
    TAR("a tar archive", "unpack it (tar -xf FILE) and name the .hprof file that was in it"),
    PZSTD("a pzstd file", "unpack it first: zstd -d FILE"),
    XZ("an xz file", "unpack it first: xz -d FILE"),
    BZIP2("a bzip2 file", "unpack it first: bzip2 -d FILE"),
    LZ4("an lz4 file", "unpack it first: lz4 -d FILE"),
    SEVEN_ZIP("a 7z archive", "unpack it first: 7z x FILE"),
    PHD(
            "a Portable Heap Dump (PHD) of an OpenJ9 or IBM JVM, which has no fields",
            "open it with Eclipse MAT and its DTFJ adapter; HotSpot's dumps (jcmd PID GC.heap_dump"
                    + " FILE) can be read here"),
    CORE(
            "a core dump of a process",
            "make a heap dump of it with the JDK that ran it: jhsdb jmap --binaryheap --dumpfile"
                    + " FILE.hprof --exe $JAVA_HOME/bin/java --core CORE (jdk.hotspot.agent)"),
    MINIDUMP(
            "a minidump of a Windows process",
            "where it has all memory, make a heap dump of it: jhsdb jmap --binaryheap --dumpfile"
                    + " FILE.hprof --exe java.exe --core FILE.mdmp"),
    FLIGHT_RECORDING("a Flight Recorder recording", "read it with the JDK's: jfr summary FILE"),
    PERF_DATA("a JVM's counters (hsperfdata)", "they are read live: heapsight jstat PID"),
    CLASS_FILE("a Java class file", "pass a heap dump: jcmd PID GC.heap_dump -all FILE"),
    HTML(
            "an HTML or XML page",
            "look inside: it may be an error page that was saved instead of the dump"),
    JSON(
            "JSON",
            "look inside: it may be an error page that was saved instead of the dump; summaries are"
                    + " compared with: heapsight compare A.json B.json"),
    EMPTY("an empty file", "take the dump again; check whether the disk was full"),
    UNKNOWN("no heap dump: it does not begin with JAVA PROFILE 1.0", "");

    /** Bytes that suffice to recognize each kind. */
    static final int HEAD = 512;

    private static final String MAGIC = "JAVA PROFILE 1.0";
    private static final int VERSION_END = 18;
    private static final String PHD_MAGIC = "portable heap dump";
    private static final int TAR_MAGIC = 257;
    private static final int ELF_TYPE = 16;
    private static final int ELF_CORE = 4;

    private final String words;
    private final String remedy;

    FileKind(String words, String remedy) {
        this.words = words;
        this.remedy = remedy;
    }

    /** The kind of a file. */
    public static FileKind of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in.readNBytes(HEAD));
        }
    }

    /** The kind of a file with these first bytes. */
    static FileKind of(byte[] head) {
        if (head.length == 0) {
            return EMPTY;
        }
        if (starts(head, MAGIC)) {
            return head.length > VERSION_END && head[VERSION_END] != 0 ? HPROF_TEXT : HPROF;
        }
        if (GzipHeader.isMagic(at(head, 0), at(head, 1))) {
            return GZIP;
        }
        if (starts(head, ZstdFile.MAGIC)) {
            return ZSTD;
        }
        if (starts(head, "PK\u0003\u0004") || starts(head, "PK\u0005\u0006")) {
            return ZIP;
        }
        return ofForeign(head);
    }

    private static FileKind ofForeign(byte[] head) {
        if (starts(head, "P*M\u0018")) {
            return PZSTD;
        }
        if (starts(head, "\u00fd7zXZ\0")) {
            return XZ;
        }
        if (starts(head, "BZh")) {
            return BZIP2;
        }
        if (starts(head, "\u0004\"M\u0018")) {
            return LZ4;
        }
        if (starts(head, "7z\u00bc\u00af'\u001c")) {
            return SEVEN_ZIP;
        }
        if (hasAt(head, TAR_MAGIC, "ustar")) {
            return TAR;
        }
        if (hasAt(head, 2, PHD_MAGIC)) {
            return PHD;
        }
        return ofProgram(head);
    }

    private static FileKind ofProgram(byte[] head) {
        boolean elf = starts(head, "\u007fELF");
        boolean elfCore =
                elf && (at(head, ELF_TYPE) == ELF_CORE || at(head, ELF_TYPE + 1) == ELF_CORE);
        boolean machCore = starts(head, "\u00cf\u00fa\u00ed\u00fe") && at(head, 12) == ELF_CORE;
        if (elfCore || machCore) {
            return CORE;
        }
        if (starts(head, "MDMP")) {
            return MINIDUMP;
        }
        if (starts(head, "FLR\0")) {
            return FLIGHT_RECORDING;
        }
        if (starts(head, "\u00ca\u00fe\u00c0\u00c0")) {
            return PERF_DATA;
        }
        if (starts(head, "\u00ca\u00fe\u00ba\u00be")) {
            return CLASS_FILE;
        }
        return ofText(head);
    }

    private static FileKind ofText(byte[] head) {
        int first = 0;
        while (first < head.length && " \t\r\n".indexOf(head[first]) >= 0) {
            first++;
        }
        return switch (at(head, first)) {
            case '<' -> HTML;
            case '{', '[' -> JSON;
            default -> UNKNOWN;
        };
    }

    private static boolean starts(byte[] head, String magic) {
        return hasAt(head, 0, magic);
    }

    private static boolean hasAt(byte[] head, int from, String magic) {
        byte[] expected = magic.getBytes(StandardCharsets.ISO_8859_1);
        return head.length >= from + expected.length
                && Arrays.equals(head, from, from + expected.length, expected, 0, expected.length);
    }

    private static int at(byte[] head, int index) {
        return index < head.length ? head[index] & 0xFF : -1;
    }

    /** Returns whether a file of this kind may contain a compressed dump. */
    public boolean isCompressed() {
        return this == GZIP || this == ZIP || this == ZSTD;
    }

    /**
     * Refuses a file that is not a dump; the problem says its kind and what to do.
     *
     * @param what the subject of the message, such as the file's name
     * @throws ProblemException for a foreign format
     */
    void refuse(String what) throws ProblemException {
        if (this == HPROF || this == UNKNOWN || isCompressed()) {
            return;
        }
        throw new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The file is not a readable heap dump",
                what + " is " + words,
                remedy);
    }

    /** Returns the name of the kind, to follow "is" in a sentence. */
    public String words() {
        return words;
    }
}
