/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The size of a terminal.
 *
 * @param rows at least 2
 * @param columns at least 1
 */
@SuppressWarnings("restricted") // the launcher and the manifest enable native access
public record TerminalSize(int rows, int columns) {
    /** The size of the VT100, for a terminal of unknown size. */
    private static final TerminalSize USUAL = new TerminalSize(24, 80);

    private static final int LEAST_WIDTH = 80;
    private static final int MOST_WIDTH = 200;

    /** {@code TIOCGWINSZ} of Linux, and of macOS. */
    private static final long GET_WINDOW_SIZE = 0x5413;

    private static final long GET_WINDOW_SIZE_OF_MACOS = 0x4008_7468;

    private static final int STANDARD_OUTPUT = 1;

    public TerminalSize {
        if (rows < 2 || columns < 1) {
            throw new IllegalArgumentException(rows + " rows, " + columns + " columns");
        }
    }

    /**
     * Returns the size of the terminal at standard output. The image has no {@code stty}.
     *
     * @see <a href="https://man7.org/linux/man-pages/man2/TIOCGWINSZ.2const.html">TIOCGWINSZ(2)</a>
     */
    static TerminalSize current() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> found = linker.defaultLookup().find("ioctl");
        if (found.isEmpty()) {
            return USUAL; // Windows
        }
        MethodHandle ioctl =
                linker.downcallHandle(
                        found.get(),
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                        Linker.Option.firstVariadicArg(2));
        long request =
                System.getProperty("os.name", "").startsWith("Mac")
                        ? GET_WINDOW_SIZE_OF_MACOS
                        : GET_WINDOW_SIZE;
        try (Arena arena = Arena.ofConfined()) {
            // struct winsize: unsigned short rows, columns, and the size in pixels.
            MemorySegment size = arena.allocate(JAVA_SHORT, 4);
            int failed = (int) ioctl.invokeExact(STANDARD_OUTPUT, request, size);
            return failed == 0
                    ? of(size.getAtIndex(JAVA_SHORT, 0), size.getAtIndex(JAVA_SHORT, 1))
                    : USUAL;
        } catch (Throwable e) {
            throw new IllegalStateException("a native call with the wrong types", e);
        }
    }

    /** Returns the size, or the default size if the terminal reports zeros. */
    static TerminalSize of(int rows, int columns) {
        return rows > 0 && columns > 0 ? new TerminalSize(Math.max(2, rows), columns) : USUAL;
    }

    /** Returns the width of tables: 80 to 200, as narrower ones would lose too much. */
    int tableWidth() {
        return Math.clamp(columns, LEAST_WIDTH, MOST_WIDTH);
    }

    /**
     * Returns the first lines that, after wrapping, fit above the cursor's line. More lines would
     * scroll the first ones away.
     */
    String firstLines(String text) {
        int free = rows - 1;
        int end = 0;
        while (end < text.length()) {
            int next = text.indexOf('\n', end) + 1;
            int taken = Math.max(1, Math.ceilDiv(next - 1 - end, columns));
            if (next == 0 || taken > free) {
                break;
            }
            free -= taken;
            end = next;
        }
        return text.substring(0, end);
    }
}
