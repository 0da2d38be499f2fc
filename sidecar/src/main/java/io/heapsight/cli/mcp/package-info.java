/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What an assistant may ask, by the Model Context Protocol: {@link io.heapsight.cli.mcp.Tool} is a
 * question, with the endpoint or the view of {@code heapsight heap} that answers it. Who speaks the
 * protocol is a {@link io.heapsight.cli.mcp.ToolServer}, which a module of its own brings: its
 * libraries are in the archive of the command line, and neither in the image nor in a sidecar.
 */
@NullMarked
package io.heapsight.cli.mcp;

import org.jspecify.annotations.NullMarked;
