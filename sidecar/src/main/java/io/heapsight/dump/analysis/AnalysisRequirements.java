/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

/**
 * The size of the container for a dump's analysis, as a child process computes and sends it.
 *
 * @param memoryBytes limit of a container in which no table becomes a file
 * @param dumpBytes size of the dump, inflated
 */
public record AnalysisRequirements(long memoryBytes, long dumpBytes) {
    /** The text that a child process sends. */
    public String text() {
        return memoryBytes + " " + dumpBytes;
    }

    /**
     * Parses the text of a child process.
     *
     * @throws IllegalArgumentException if it is none
     */
    static AnalysisRequirements parse(String text) {
        String[] numbers = text.split(" ", -1);
        if (numbers.length != 2) {
            throw new IllegalArgumentException("no plan: " + text);
        }
        return new AnalysisRequirements(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}
