/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.unit.Reading;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The current heap from {@code GC.heap_info}: accurate if counters are stale, and the only source
 * if the target has none. The command takes the heap lock, but no safepoint.
 *
 * <pre>
 * DefNew     total 78656K, used 5596K [0x00000000f0000000, …)
 *  eden space 69952K,   8% used [0x00000000f0000000, 0x00000000f05770f0, 0x00000000f4450000)
 *                                 bottom              top                 end
 * </pre>
 *
 * <p>Serial and Parallel print the addresses of their spaces, exact to the byte. G1 prints regions;
 * since JDK 27 also those of the old generation. ZGC and Shenandoah print only the whole heap. JDK
 * 25 omits metaspace; {@code VM.metaspace} then prints the same lines.
 */
public final class HeapInfo {
    /** A part of the heap or of metaspace that the answer may contain. */
    public enum Space {
        HEAP,
        EDEN,
        FROM,
        TO,
        OLD,
        METASPACE,
        CLASS_SPACE
    }

    /**
     * One space's figures.
     *
     * @param usedBytes exact for Serial and Parallel, otherwise as rounded by the JVM
     * @param committedBytes its current size
     */
    public record Usage(long usedBytes, long committedBytes) {
        Usage plus(Usage other) {
            return new Usage(usedBytes + other.usedBytes, committedBytes + other.committedBytes);
        }
    }

    private static final String SIZE = "(\\d{1,15})([KMG])";

    /** The largest possible heap: larger values are rejected. */
    private static final long MOST_BYTES = 1L << 50;

    /** {@code eden space 69952K, 8% used [0x…, 0x…, 0x…)}; the JVM pads the names with blanks. */
    private static final Pattern SPACE =
            Pattern.compile(
                    "\\s*(eden|from|to|the|object)\\s+space\\s+"
                            + SIZE
                            + ",\\s+\\d+% used \\[0x(\\p{XDigit}{1,16}),\\s*0x(\\p{XDigit}{1,16}),.*");

    /** {@code garbage-first heap total reserved 262144K, committed 262144K, used 2180K [0x…}. */
    private static final Pattern G1 =
            Pattern.compile(
                    "\\s*garbage-first heap\\s+total (?:reserved \\d+[KMG], committed )?"
                            + SIZE
                            + ", used "
                            + SIZE
                            + ".*");

    private static final Pattern G1_REGIONS =
            Pattern.compile(
                    "\\s*region size \\d+[KMG], \\d+ young \\("
                            + SIZE
                            + "\\), \\d+ survivors \\("
                            + SIZE
                            + "\\).*");

    /**
     * JDK 27: {@code 1 eden (1M), 0 survivor (0M), 5 old (5M), 0 humongous (0M), 26 free (26M)}.
     */
    private static final Pattern G1_REGIONS_BY_KIND =
            Pattern.compile(
                    "\\s*region size \\d+[KMG], \\d+ eden \\("
                            + SIZE
                            + "\\), \\d+ survivor \\("
                            + SIZE
                            + "\\),.*");

    private static final Pattern ZGC =
            Pattern.compile("\\s*ZHeap\\s+used " + SIZE + ", capacity " + SIZE + ",.*");

    private static final Pattern SHENANDOAH =
            Pattern.compile("\\s*.* max, .* soft max, " + SIZE + " committed, " + SIZE + " used.*");

    private static final Pattern METASPACE =
            Pattern.compile(
                    "\\s*(Metaspace|class space)\\s+used "
                            + SIZE
                            + ",(?: capacity \\d+K,)? committed "
                            + SIZE
                            + "(?:, reserved "
                            + SIZE
                            + ")?.*");

    /** {@code PSYoungGen total 76288K, used 2621K [0x…, 0x…, 0x…)}, {@code - [0x…, 0x…)}. */
    private static final Pattern RESERVED =
            Pattern.compile(
                    "(?:.*\\btotal .*, used .*| - )"
                            + "\\[0x(\\p{XDigit}{1,16}), (?:0x\\p{XDigit}{1,16}, )?0x(\\p{XDigit}{1,16})\\)\\s*");

    /** The beginnings of the first line of a heap. */
    private static final Map<String, String> NAMES =
            Map.of(
                    "def new generation", "Serial",
                    "DefNew", "Serial",
                    "par new generation", "CMS",
                    "PSYoungGen", "Parallel",
                    "garbage-first heap", "G1",
                    "ZHeap", "ZGC",
                    "Shenandoah Heap", "Shenandoah",
                    "Epsilon Heap", "Epsilon");

    private final Map<Space, Usage> spaces = new EnumMap<>(Space.class);
    private final Map<Space, Long> reservedBytes = new EnumMap<>(Space.class);
    private final Map<Space, Long> bottoms = new EnumMap<>(Space.class);

    private long reservedFrom = Long.MAX_VALUE;
    private long reservedTo;
    private @Nullable String collector;

    /**
     * Addresses that are reserved for the heap.
     *
     * @param to the first one behind them
     */
    public record Range(long from, long to) {}

    private HeapInfo() {}

    /** Parses the answer; skips unknown or impossible lines. */
    public static HeapInfo parse(String text) {
        HeapInfo info = new HeapInfo();
        text.lines().forEach(info::read);
        info.addUpGenerations();
        return info;
    }

    /** The figures of one space, if this collector and JDK print them. */
    public Reading<Usage> usage(Space space) {
        Usage usage = spaces.get(space);
        return usage == null
                ? Reading.missing("GC.heap_info does not show it with this collector and JDK")
                : Reading.of(usage);
    }

    /** The address range of the heap; ZGC does not report it. */
    public Reading<Range> reserved() {
        return reservedTo > reservedFrom
                ? Reading.of(new Range(reservedFrom, reservedTo))
                : Reading.missing("GC.heap_info shows no addresses with this collector");
    }

    /** Bytes reserved for metaspace or the class space. */
    public Reading<Long> reserved(Space space) {
        Long bytes = reservedBytes.get(space);
        return bytes == null
                ? Reading.missing("GC.heap_info does not show it with this JDK")
                : Reading.of(bytes);
    }

    /** Whether the used survivor space is below the empty one. */
    boolean isFromBelowTo() {
        return Long.compareUnsigned(
                        bottoms.getOrDefault(Space.FROM, 0L), bottoms.getOrDefault(Space.TO, 0L))
                < 0;
    }

    /** The collector, by the name of its heap: "Serial", "CMS", "Parallel", "G1", "ZGC", … */
    Optional<String> collector() {
        return Optional.ofNullable(collector);
    }

    private void read(String line) {
        NAMES.forEach(
                (name, title) -> {
                    if (line.startsWith(name) || line.startsWith(" " + name)) {
                        collector = title;
                    }
                });
        Matcher reserved = RESERVED.matcher(line);
        if (reserved.matches()) {
            reservedFrom = Math.min(reservedFrom, Long.parseUnsignedLong(reserved.group(1), 16));
            reservedTo = Math.max(reservedTo, Long.parseUnsignedLong(reserved.group(2), 16));
        }
        Matcher space = SPACE.matcher(line);
        if (space.matches()) {
            long bottom = Long.parseUnsignedLong(space.group(4), 16);
            long top = Long.parseUnsignedLong(space.group(5), 16);
            Space named = spaceNamed(space.group(1));
            put(named, new Usage(Math.max(0, top - bottom), size(space, 2)));
            bottoms.put(named, bottom);
        }
        Matcher g1 = G1.matcher(line);
        if (g1.matches()) {
            put(Space.HEAP, new Usage(size(g1, 3), size(g1, 1)));
        }
        Matcher regions = G1_REGIONS.matcher(line);
        if (regions.matches()) {
            regions(Math.max(0, size(regions, 1) - size(regions, 3)), size(regions, 3));
        }
        Matcher byKind = G1_REGIONS_BY_KIND.matcher(line);
        if (byKind.matches()) {
            regions(size(byKind, 1), size(byKind, 3));
        }
        Matcher zgc = ZGC.matcher(line);
        if (zgc.matches()) {
            put(Space.HEAP, new Usage(size(zgc, 1), size(zgc, 3)));
        }
        Matcher shenandoah = SHENANDOAH.matcher(line);
        if (shenandoah.matches()) {
            put(Space.HEAP, new Usage(size(shenandoah, 3), size(shenandoah, 1)));
        }
        Matcher metaspace = METASPACE.matcher(line);
        if (metaspace.matches()) {
            Space named =
                    metaspace.group(1).equals("Metaspace") ? Space.METASPACE : Space.CLASS_SPACE;
            put(named, new Usage(size(metaspace, 2), size(metaspace, 4)));
            if (metaspace.group(6) != null && size(metaspace, 6) <= MOST_BYTES) {
                reservedBytes.put(named, size(metaspace, 6));
            }
        }
    }

    /**
     * Computes the spaces of G1: regions are in use as a whole; regions that are neither eden nor
     * survivor are old.
     */
    private void regions(long eden, long survivor) {
        put(Space.EDEN, new Usage(eden, eden));
        put(Space.FROM, new Usage(survivor, survivor));
        Usage heap = spaces.get(Space.HEAP);
        if (heap != null) {
            long old = Math.max(0, heap.usedBytes() - eden - survivor);
            put(Space.OLD, new Usage(old, Math.max(0, heap.committedBytes() - eden - survivor)));
        }
    }

    /** Computes the heap of Serial and Parallel as the sum of its spaces. */
    private void addUpGenerations() {
        Usage eden = spaces.get(Space.EDEN);
        Usage from = spaces.get(Space.FROM);
        Usage to = spaces.get(Space.TO);
        Usage old = spaces.get(Space.OLD);
        if (eden != null && from != null && to != null && old != null) {
            spaces.put(Space.HEAP, eden.plus(from).plus(to).plus(old));
        }
    }

    private static Space spaceNamed(String name) {
        return switch (name) {
            case "eden" -> Space.EDEN;
            case "from" -> Space.FROM;
            case "to" -> Space.TO;
            default -> Space.OLD;
        };
    }

    /** Adds a space, unless its values are impossible. */
    private void put(Space space, Usage usage) {
        if (usage.usedBytes() <= MOST_BYTES && usage.committedBytes() <= MOST_BYTES) {
            spaces.put(space, usage);
        }
    }

    private static long size(Matcher matcher, int group) {
        int shift =
                switch (matcher.group(group + 1)) {
                    case "G" -> 30;
                    case "M" -> 20;
                    default -> 10;
                };
        long number = Long.parseLong(matcher.group(group));
        return number > MOST_BYTES >> shift ? Long.MAX_VALUE : number << shift;
    }
}
