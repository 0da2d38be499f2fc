/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * The ways by which GC roots keep an object alive, the shortest first.
 *
 * @param notes what should be known of them
 */
public record PathList(ObjectRow of, List<RootPath> paths, List<String> notes) {}
