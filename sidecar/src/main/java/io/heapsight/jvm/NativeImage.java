/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Recognises a program made by GraalVM's native-image: an ELF file with the section {@code
 * .svm_heap}. Reads only the header and the section names:
 *
 * <pre>
 * offset  bytes  ELF-64 header
 *      0      4  0x7f 'E' 'L' 'F'
 *      4      1  2: 64 bits
 *     40      8  offset of the section headers
 *     58      2  size of one section header
 *     60      2  number of section headers
 *     62      2  index of the section that holds the names
 * section header: offset of the content at 24, its bytes at 32
 * </pre>
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/elf.5.html">elf(5)</a>
 */
final class NativeImage {
    private static final int HEADER_BYTES = 64;
    private static final int SECTION_BYTES = 64;
    private static final int MAX_NAMES_BYTES = 64 * 1024;
    private static final String HEAP_SECTION = ".svm_heap\0";

    private NativeImage() {}

    static boolean isOne(ProcFs procFs, int pid) {
        try {
            Path program = procFs.of(pid).resolve("exe");
            ByteBuffer header = read(procFs, program, 0, HEADER_BYTES);
            if (header.limit() < HEADER_BYTES
                    || header.getInt(0) != 0x464c457f
                    || header.get(4) != 2) {
                return false;
            }
            int sectionBytes = Short.toUnsignedInt(header.getShort(58));
            int names = Short.toUnsignedInt(header.getShort(62));
            long at = header.getLong(40) + (long) names * sectionBytes;
            if (header.getLong(40) <= 0) {
                return false;
            }
            ByteBuffer section = read(procFs, program, at, SECTION_BYTES);
            if (section.limit() < SECTION_BYTES || section.getLong(24) < 0) {
                return false;
            }
            int bytes = Math.clamp(section.getLong(32), 0, MAX_NAMES_BYTES);
            byte[] text = procFs.files().read(program, section.getLong(24), bytes);
            return new String(text, StandardCharsets.ISO_8859_1).contains(HEAP_SECTION);
        } catch (IOException _) {
            return false;
        }
    }

    private static ByteBuffer read(ProcFs procFs, Path program, long offset, int bytes)
            throws IOException {
        return ByteBuffer.wrap(procFs.files().read(program, offset, bytes))
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
