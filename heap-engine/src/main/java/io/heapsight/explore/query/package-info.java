/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The query language of the heap explorer: conditions that objects meet, how those that do are
 * ordered or grouped, and how many are shown.
 *
 * <pre>
 *   query      = [condition] {clause}
 *   condition  = both {"or" both}
 *   both       = single {"and" single}
 *   single     = "not" single | "(" condition ")" | test
 *   test       = "class" ("=" | "!=" | "under" | "extends") NAME
 *              | "package" ("=" | "!=") NAME
 *              | "loader" ("=" | "!=") ("boot" | 0xADDR | NAME)
 *              | ("shallow" | "retained" | "length" | "size" | "address") OPERATOR NUMBER
 *              | "field."NAME OPERATOR (NUMBER | 0xADDR | "null" | "true" | "false")
 *              | "reachable" | "garbage"
 *   clause     = "sort by" KEY ["asc" | "desc"] | "group by" ("class" | "package" | "loader")
 *              | "limit" N
 *   OPERATOR   = "=" | "!=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;="
 * </pre>
 *
 * {@link io.heapsight.explore.query.HeapQuery#parse} reads it, and bounds it: in characters, in
 * conditions and in how deep they are nested. It knows nothing of a dump; package {@code
 * heap.query} finds the objects.
 *
 * <p>Tests: {@code HeapQueryTest}, {@code MutatedQueryTest}.
 */
@NullMarked
package io.heapsight.explore.query;

import org.jspecify.annotations.NullMarked;
