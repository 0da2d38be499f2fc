/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalDouble;

/**
 * The time for which tasks of a cgroup were stalled on a resource since its creation. Version 2
 * only, and only if the kernel accounts for it.
 *
 * @param someSeconds time in which at least one task was stalled
 * @param fullSeconds time in which all tasks were stalled at once
 * @see <a href="https://docs.kernel.org/accounting/psi.html">Pressure Stall Information</a>
 */
public record PressureReading(OptionalDouble someSeconds, OptionalDouble fullSeconds) {
    /** Unknown times. */
    static final PressureReading NONE =
            new PressureReading(OptionalDouble.empty(), OptionalDouble.empty());

    private static final double MICROS_PER_SECOND = 1e6;
    private static final String TOTAL = "total=";

    /** A resource that tasks wait for. */
    public enum Resource {
        CPU,
        MEMORY,
        IO
    }

    /** Parses lines such as "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234"; ignores others. */
    static PressureReading parse(String lines) {
        return new PressureReading(total(lines, "some "), total(lines, "full "));
    }

    private static OptionalDouble total(String lines, String kind) {
        for (String line : lines.split("\n")) {
            int total = line.indexOf(TOTAL);
            if (line.startsWith(kind) && total > 0) {
                return Cgroup.scaled(
                        CgroupDirectory.parse(line.substring(total + TOTAL.length())),
                        MICROS_PER_SECOND);
            }
        }
        return OptionalDouble.empty();
    }
}
