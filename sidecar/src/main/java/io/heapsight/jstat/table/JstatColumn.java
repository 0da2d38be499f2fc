/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat.table;

import static io.heapsight.jstat.table.JstatFormula.counter;
import static io.heapsight.jstat.table.JstatFormula.kilobytes;
import static io.heapsight.jstat.table.JstatFormula.percentUsed;
import static io.heapsight.jstat.table.JstatFormula.seconds;
import static io.heapsight.jstat.table.JstatFormula.sum;
import static io.heapsight.jstat.table.JstatFormula.text;
import static io.heapsight.jstat.table.JstatFormula.totalSeconds;
import static io.heapsight.perfdata.CounterNames.COMPRESSED_CLASS_SPACE;
import static io.heapsight.perfdata.CounterNames.METASPACE;
import static io.heapsight.perfdata.CounterNames.collector;
import static io.heapsight.perfdata.CounterNames.generation;
import static io.heapsight.perfdata.CounterNames.space;

import io.heapsight.perfdata.CounterNames;

/**
 * One column of jstat: its heading, its minimum width since JDK 16, its digits, and its formula.
 * Named after the heading; columns with the same heading are named after their formula.
 */
enum JstatColumn {
    LOADED("Loaded", 5, "0", sum(CounterNames.CLASSES_LOADED, CounterNames.CLASSES_LOADED_SHARED)),
    BYTES_LOADED(
            "Bytes",
            7,
            "0.0",
            kilobytes(CounterNames.CLASS_BYTES_LOADED, CounterNames.CLASS_BYTES_LOADED_SHARED)),
    UNLOADED(
            "Unloaded",
            5,
            "0",
            sum(CounterNames.CLASSES_UNLOADED, CounterNames.CLASSES_UNLOADED_SHARED)),
    BYTES_UNLOADED(
            "Bytes",
            7,
            "0.0",
            kilobytes(CounterNames.CLASS_BYTES_UNLOADED, CounterNames.CLASS_BYTES_UNLOADED_SHARED)),
    CLASS_TIME("Time", 10, "0.00", seconds(CounterNames.CLASS_LOAD_TIME)),

    COMPILED("Compiled", 6, "0", counter(CounterNames.COMPILES)),
    FAILED("Failed", 6, "0", counter(CounterNames.COMPILES_FAILED)),
    INVALID("Invalid", 6, "0", counter(CounterNames.COMPILES_INVALIDATED)),
    COMPILE_TIME("Time", 8, "0.00", seconds(CounterNames.COMPILE_TIME)),
    FAILED_TYPE("FailedType", 4, "0", counter(CounterNames.LAST_FAILED_COMPILE_TYPE)),
    FAILED_METHOD("FailedMethod", 1, text(CounterNames.LAST_FAILED_COMPILE_METHOD)),
    SIZE("Size", 6, "0", counter(CounterNames.LAST_COMPILE_SIZE)),
    TYPE("Type", 4, "0", counter(CounterNames.LAST_COMPILE_TYPE)),
    METHOD("Method", 1, text(CounterNames.LAST_COMPILE_METHOD)),

    NGCMN("NGCMN", 12, "0.0", kilobytes(generation(0) + ".minCapacity")),
    NGCMX("NGCMX", 12, "0.0", kilobytes(generation(0) + ".maxCapacity")),
    NGC("NGC", 12, "0.0", kilobytes(generation(0) + ".capacity")),
    S0CMX("S0CMX", 11, "0.0", kilobytes(space(0, 1) + ".maxCapacity")),
    S0C("S0C", 11, "0.0", kilobytes(space(0, 1) + ".capacity")),
    S0U("S0U", 11, "0.0", kilobytes(space(0, 1) + ".used")),
    S1CMX("S1CMX", 11, "0.0", kilobytes(space(0, 2) + ".maxCapacity")),
    S1C("S1C", 11, "0.0", kilobytes(space(0, 2) + ".capacity")),
    S1U("S1U", 11, "0.0", kilobytes(space(0, 2) + ".used")),
    ECMX("ECMX", 12, "0.0", kilobytes(space(0, 0) + ".maxCapacity")),
    EC("EC", 12, "0.0", kilobytes(space(0, 0) + ".capacity")),
    EU("EU", 12, "0.0", kilobytes(space(0, 0) + ".used")),
    TT("TT", 2, "0", counter(CounterNames.TENURING_THRESHOLD)),
    MTT("MTT", 2, "0", counter(CounterNames.MAX_TENURING_THRESHOLD)),
    DSS("DSS", 11, "0.0", kilobytes(CounterNames.DESIRED_SURVIVOR_SIZE)),
    OGCMN("OGCMN", 12, "0.0", kilobytes(generation(1) + ".minCapacity")),
    OGCMX("OGCMX", 12, "0.0", kilobytes(generation(1) + ".maxCapacity")),
    OGC("OGC", 12, "0.0", kilobytes(generation(1) + ".capacity")),
    OC("OC", 12, "0.0", kilobytes(space(1, 0) + ".capacity")),
    OU("OU", 12, "0.0", kilobytes(space(1, 0) + ".used")),
    MCMN("MCMN", 10, "0.0", kilobytes(METASPACE + ".minCapacity")),
    MCMX("MCMX", 10, "0.0", kilobytes(METASPACE + ".maxCapacity")),
    MC("MC", 10, "0.0", kilobytes(METASPACE + ".capacity")),
    MU("MU", 10, "0.0", kilobytes(METASPACE + ".used")),
    CCSMN("CCSMN", 9, "0.0", kilobytes(COMPRESSED_CLASS_SPACE + ".minCapacity")),
    CCSMX("CCSMX", 9, "0.0", kilobytes(COMPRESSED_CLASS_SPACE + ".maxCapacity")),
    CCSC("CCSC", 9, "0.0", kilobytes(COMPRESSED_CLASS_SPACE + ".capacity")),
    CCSU("CCSU", 9, "0.0", kilobytes(COMPRESSED_CLASS_SPACE + ".used")),

    S0("S0", 6, "0.00", percentUsed(space(0, 1))),
    S1("S1", 6, "0.00", percentUsed(space(0, 2))),
    E("E", 6, "0.00", percentUsed(space(0, 0))),
    O("O", 6, "0.00", percentUsed(space(1, 0))),
    M("M", 6, "0.00", percentUsed(METASPACE)),
    CCS("CCS", 6, "0.00", percentUsed(COMPRESSED_CLASS_SPACE)),

    YGC("YGC", 6, "0", counter(collector(0) + ".invocations")),
    YGCT("YGCT", 9, "0.000", seconds(collector(0) + ".time")),
    FGC("FGC", 5, "0", counter(collector(1) + ".invocations")),
    FGCT("FGCT", 9, "0.000", seconds(collector(1) + ".time")),
    CGC("CGC", 5, "0", counter(collector(2) + ".invocations")),
    CGCT("CGCT", 9, "0.000", seconds(collector(2) + ".time")),
    GCT(
            "GCT",
            9,
            "0.000",
            totalSeconds(collector(0) + ".time", collector(1) + ".time", collector(2) + ".time")),
    LGCC("LGCC", 20, text(CounterNames.GC_LAST_CAUSE)),
    GCC("GCC", 20, text(CounterNames.GC_CAUSE));

    private final String heading;
    private final int width;
    private final String digits;

    /** A record of names and immutable lists of names. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final JstatFormula formula;

    JstatColumn(String heading, int width, String digits, JstatFormula formula) {
        this.heading = heading;
        this.width = width;
        this.digits = digits;
        this.formula = formula;
    }

    JstatColumn(String heading, int width, JstatFormula.Text formula) {
        this(heading, width, "0", formula);
    }

    String heading() {
        return heading;
    }

    int width() {
        return width;
    }

    /** A pattern of {@link java.text.DecimalFormat}. */
    String digits() {
        return digits;
    }

    JstatFormula formula() {
        return formula;
    }

    /**
     * Whether the column is text: its heading and values are left-aligned, those of numbers
     * right-aligned.
     */
    boolean isText() {
        return formula instanceof JstatFormula.Text;
    }
}
