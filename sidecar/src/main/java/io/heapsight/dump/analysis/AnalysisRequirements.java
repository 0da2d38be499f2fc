/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

/**
 * The resources that a container needs for the analysis of a dump, computed by a child process.
 *
 * @param memoryBytes limit of a container in which no table becomes a file
 * @param dumpBytes size of the dump, inflated
 */
public record AnalysisRequirements(long memoryBytes, long dumpBytes) {
    /** Returns the text that a child process sends. */
    public String text() {
        return memoryBytes + " " + dumpBytes;
    }

    /**
     * Parses the text of a child process.
     *
     * @throws IllegalArgumentException if the text is invalid
     */
    static AnalysisRequirements parse(String text) {
        String[] numbers = text.split(" ", -1);
        if (numbers.length != 2) {
            throw new IllegalArgumentException("no plan: " + text);
        }
        return new AnalysisRequirements(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}
