/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * Frees the disk space of a file without changing its size; the JDK has no such method.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/fallocate.2.html">fallocate(2)</a>
 */
final class HolePunch {
    private static final int O_RDWR = 2;

    /** A FIFO in place of the file then doesn't block. */
    private static final int O_NONBLOCK = 0x800;

    private static final int O_CLOEXEC = 0x8_0000;
    private static final int FALLOC_FL_KEEP_SIZE = 1;
    private static final int FALLOC_FL_PUNCH_HOLE = 2;

    private HolePunch() {}

    /**
     * Frees the space of a file; doesn't follow a symbolic link.
     *
     * @param bytes its size, not 0
     * @return false if the file system can't
     */
    static boolean punch(Path file, long bytes) throws IOException {
        MethodHandle open =
                NativeFunction.find(
                        "open",
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
                        Linker.Option.firstVariadicArg(2));
        MethodHandle fallocate =
                NativeFunction.find(
                        "fallocate",
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
        MethodHandle close =
                NativeFunction.find("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int flags = O_RDWR | O_NONBLOCK | O_CLOEXEC | noFollow();
            int fd = (int) open.invokeExact(arena.allocateFrom(file.toString()), flags);
            if (fd < 0) {
                throw new IOException("can't open " + file);
            }
            int mode = FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE;
            int failed = (int) fallocate.invokeExact(fd, mode, 0L, bytes);
            int _ = (int) close.invokeExact(fd);
            return failed == 0;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw NativeFunction.wrongTypes(e);
        }
    }

    /** O_NOFOLLOW of this processor. */
    private static int noFollow() {
        return System.getProperty("os.arch").equals("aarch64") ? 0x8000 : 0x2_0000;
    }
}
