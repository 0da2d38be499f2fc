/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat.table;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The options of jstat, each with the names of its columns and, below them, their widths before JDK
 * 16; ^ centres the values. From JDK 16 on, {@link JstatColumn} defines the width of a column for
 * all options, and values are right-aligned. JDK 8 to 10 lack CGC and CGCT. (Source: the output of
 * jstat of JDK 8, 11, 17, 21, 25.)
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are immutable
public enum JstatOption {
    CLASS(
            "LOADED BYTES_LOADED UNLOADED BYTES_UNLOADED CLASS_TIME",
            "     5            7        5              7         10"),
    COMPILER(
            "COMPILED FAILED INVALID COMPILE_TIME FAILED_TYPE FAILED_METHOD",
            "       6      6       6            8           4             1"),
    GC(
            "S0C S1C S0U S1U EC EU  OC  OU MC MU CCSC CCSU YGC YGCT FGC FGCT CGC CGCT GCT",
            " ^6  ^6  ^6  ^6 ^8 ^8 ^10 ^10 ^6 ^6   ^6   ^6   6    8  ^5    8  ^5    8   8"),
    GCCAPACITY(
            "NGCMN NGCMX NGC S0C S1C EC OGCMN OGCMX OGC OC MCMN MCMX MC CCSMN CCSMX CCSC YGC FGC CGC",
            "    8     8   8   6   6  8    10    10  10 10    8    8  8     8     8    8   6   5   5"),
    GCCAUSE(
            "S0 S1 E O M CCS YGC YGCT FGC FGCT CGC CGCT GCT LGCC GCC",
            " 6  6 6 6 6   6   6    8   5    8   5    8   8   20  20"),
    GCMETACAPACITY(
            "MCMN MCMX MC CCSMN CCSMX CCSC YGC FGC FGCT CGC CGCT GCT",
            "  10   10 10    10    10   10   5   5    8   5    8   8"),
    GCNEW("S0C S1C S0U S1U TT MTT DSS EC EU YGC YGCT", "  6   6   6   6  2   2   6  8  8   6    8"),
    GCNEWCAPACITY(
            "NGCMN NGCMX NGC S0CMX S0C S1CMX S1C ECMX EC YGC FGC CGC",
            "   10    10  10     8   8     8   8   10 10   5   5   5"),
    GCOLD(
            "MC MU CCSC CCSU OC OU YGC FGC FGCT CGC CGCT GCT",
            " 8  8    8    8 11 11   6   5    8   5    8   8"),
    GCOLDCAPACITY(
            "OGCMN OGCMX OGC OC YGC FGC FGCT CGC CGCT GCT",
            "   11    11  11 11   5   5    8   5    8   8"),
    GCUTIL(
            "S0 S1 E O M CCS YGC YGCT FGC FGCT CGC CGCT GCT",
            " 6  6 6 6 6   6   6    8   5    8   5    8   8"),
    PRINTCOMPILATION("COMPILED SIZE TYPE METHOD", "       6    6    4      1");

    private final List<JstatColumn> columns;
    private final List<String> widthsBefore16;

    JstatOption(String columns, String widthsBefore16) {
        this.columns = Arrays.stream(columns.split(" +")).map(JstatColumn::valueOf).toList();
        this.widthsBefore16 = List.of(widthsBefore16.strip().split(" +"));
        if (this.columns.size() != this.widthsBefore16.size()) {
            throw new IllegalArgumentException(this + ": a width is missing");
        }
    }

    /** Finds an option by jstat's name for it ("gcutil"), with or without a dash. */
    public static Optional<JstatOption> named(String name) {
        String bare = name.startsWith("-") ? name.substring(1) : name;
        return Arrays.stream(values()).filter(option -> option.optionName().equals(bare)).findAny();
    }

    /** The option's name in jstat: "gcutil". */
    public String optionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<JstatColumn> columns() {
        return columns;
    }

    /** The width of the column at that place before JDK 16: "8", or "^6" for centred values. */
    String widthBefore16(int column) {
        return widthsBefore16.get(column);
    }
}
