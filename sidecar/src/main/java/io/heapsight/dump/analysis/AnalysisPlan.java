/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

/**
 * The memory and disk space that the analysis of a dump needs.
 *
 * @param memoryBytes limit of a container in which no table becomes a file
 * @param dumpBytes size of the dump, inflated
 */
public record AnalysisPlan(long memoryBytes, long dumpBytes) {
    /** The text that a child process sends. */
    public String text() {
        return memoryBytes + " " + dumpBytes;
    }

    /**
     * Parses the text of a child process.
     *
     * @throws IllegalArgumentException if it is none
     */
    static AnalysisPlan parse(String text) {
        String[] numbers = text.split(" ", -1);
        if (numbers.length != 2) {
            throw new IllegalArgumentException("no plan: " + text);
        }
        return new AnalysisPlan(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}
