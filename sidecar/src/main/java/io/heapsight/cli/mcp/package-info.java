/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Answers queries of an assistant by the Model Context Protocol. A {@link
 * io.heapsight.cli.mcp.Tool} is a query with its endpoint, or its view of {@code heapsight heap}. A
 * separate module implements the protocol as a {@link io.heapsight.cli.mcp.ToolServer}. Its
 * libraries are in the archive of the command line, but not in the image or the sidecar.
 */
@NullMarked
package io.heapsight.cli.mcp;

import org.jspecify.annotations.NullMarked;
