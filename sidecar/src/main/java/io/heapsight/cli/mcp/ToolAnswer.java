/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

/**
 * What a tool answers.
 *
 * @param text tables, a JSON document or a problem
 */
public record ToolAnswer(String text, Kind kind) {
    /** What the text is. */
    public enum Kind {
        TEXT,
        JSON,
        PROBLEM
    }
}
