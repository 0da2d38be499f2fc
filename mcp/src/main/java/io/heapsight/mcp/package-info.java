/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Speaks the Model Context Protocol by its Java SDK, for {@code heapsight mcp}. What is asked, and
 * who answers, stands in {@code io.heapsight.cli.mcp}; here are only messages.
 */
@NullMarked
package io.heapsight.mcp;

import org.jspecify.annotations.NullMarked;
