/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.unit.Reading;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code System.native_heap_info} (JDK 21 and later): glibc's own figures of malloc.
 *
 * <pre>
 * &lt;malloc version="1"&gt;
 * &lt;heap nr="0"&gt;
 * …
 * &lt;/heap&gt;
 * &lt;total type="fast" count="11" size="1232"/&gt;
 * &lt;total type="rest" count="210" size="218592034"/&gt;
 * &lt;total type="mmap" count="3" size="1167360"/&gt;
 * &lt;system type="current" size="224665600"/&gt;
 * …
 * &lt;/malloc&gt;
 * </pre>
 *
 * @param arenas number of arenas
 * @param systemBytes size of all arenas
 * @param freeBytes the part of {@code systemBytes} that the program has freed; a trim does not
 *     change it, because it returns the pages but keeps the addresses
 * @param mappedBytes large blocks, each with a mapping of its own
 * @see <a href="https://man7.org/linux/man-pages/man3/malloc_info.3.html">malloc_info(3)</a>
 */
public record MallocInfo(int arenas, long systemBytes, long freeBytes, long mappedBytes) {
    private static final String END_OF_ARENA = "</heap>";
    private static final Pattern ARENA = Pattern.compile("<heap nr=\"(\\d{1,6})\">");

    /** Small free blocks; newer releases of glibc count them in the rest. */
    private static final Pattern FAST = size("total", "fast");

    private static final Pattern REST = size("total", "rest");
    private static final Pattern MAPPED = size("total", "mmap");
    private static final Pattern SYSTEM = size("system", "current");

    /** Twice the size of an arena's section: the totals follow the last one. */
    private static final int TAIL_BYTES = 32 * 1024;

    /** The size for 4,000 arenas. */
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private static final int MOST_WORDS = 200;

    /**
     * Reads the answer, and keeps only its end in memory; Missing if it is not glibc's.
     *
     * @throws IOException if the answer ends early
     */
    public static Reading<MallocInfo> read(InputStream answer) throws IOException {
        String before = "";
        String last = piece(answer);
        for (long bytes = 0; last.length() == TAIL_BYTES; bytes += TAIL_BYTES) {
            if (bytes > MOST_BYTES) {
                return Reading.missing("System.native_heap_info answers too much");
            }
            before = last;
            last = piece(answer);
        }
        return parse(before + last);
    }

    /** Each byte is one character. */
    private static String piece(InputStream answer) throws IOException {
        return new String(answer.readNBytes(TAIL_BYTES), StandardCharsets.ISO_8859_1);
    }

    /** Parses the end of an answer. */
    static Reading<MallocInfo> parse(String text) {
        int from = text.lastIndexOf(END_OF_ARENA);
        String totals = from < 0 ? "" : text.substring(from);
        long fast = number(FAST, totals).orElse(0);
        OptionalLong rest = number(REST, totals);
        OptionalLong mapped = number(MAPPED, totals);
        OptionalLong system = number(SYSTEM, totals);
        int arenas = arenas(text);
        if (arenas == 0 || rest.isEmpty() || mapped.isEmpty() || system.isEmpty()) {
            return Reading.missing(
                    "System.native_heap_info answers: " + VisibleText.of(text.strip(), MOST_WORDS));
        }
        return Reading.of(
                new MallocInfo(
                        arenas,
                        system.getAsLong(),
                        Math.min(system.getAsLong(), fast + rest.getAsLong()),
                        mapped.getAsLong()));
    }

    /** Returns the number of the last arena, counted from 1; 0 if there is none. */
    private static int arenas(String text) {
        Matcher arena = ARENA.matcher(text);
        int arenas = 0;
        while (arena.find()) {
            arenas = 1 + Integer.parseInt(arena.group(1));
        }
        return arenas;
    }

    private static OptionalLong number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find()
                ? OptionalLong.of(Long.parseLong(found.group(1)))
                : OptionalLong.empty();
    }

    private static Pattern size(String element, String type) {
        return Pattern.compile(
                "<%s type=\"%s\"(?: count=\"\\d+\")? size=\"(\\d{1,18})\"/>"
                        .formatted(element, type));
    }
}
