/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The queries of an assistant by the Model Context Protocol: a {@link io.heapsight.cli.mcp.Tool} is
 * a query, with its endpoint or its view of {@code heapsight heap}. The protocol is implemented by
 * a {@link io.heapsight.cli.mcp.ToolServer} in a separate module: its libraries are in the archive
 * of the command line, but not in the image or the sidecar.
 */
@NullMarked
package io.heapsight.cli.mcp;

import org.jspecify.annotations.NullMarked;
