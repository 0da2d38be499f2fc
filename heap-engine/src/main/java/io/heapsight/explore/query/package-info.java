/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The query language of the heap explorer: conditions on objects, their order or groups, and a
 * limit of rows.
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
 * {@link io.heapsight.explore.query.HeapQuery#parse} parses it, with limits on characters,
 * conditions and nesting. It does not depend on a dump; package {@code heap.query} finds the
 * objects.
 *
 * <p>Tests: {@code HeapQueryTest}, {@code MutatedQueryTest}.
 */
@NullMarked
package io.heapsight.explore.query;

import org.jspecify.annotations.NullMarked;
