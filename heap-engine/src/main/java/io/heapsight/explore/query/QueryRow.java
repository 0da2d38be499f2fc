/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import io.heapsight.explore.ObjectRow;
import java.util.OptionalLong;

/**
 * An object found by a query.
 *
 * @param elements the length of an array, the size of a collection
 */
public record QueryRow(ObjectRow object, OptionalLong elements) {}
