/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * The paths by which GC roots keep an object alive, the shortest first.
 *
 * @param notes remarks about the paths
 */
public record PathList(ObjectRow of, List<RootPath> paths, List<String> notes) {}
