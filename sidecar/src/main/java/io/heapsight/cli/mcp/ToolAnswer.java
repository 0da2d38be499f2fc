/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

/**
 * The answer of a tool.
 *
 * @param text tables, a JSON document or a problem
 */
public record ToolAnswer(String text, Kind kind) {
    /** The media type of the text. */
    public enum Kind {
        TEXT,
        JSON,
        PROBLEM
    }
}
