/* SPDX-License-Identifier: Apache-2.0 */

/**
 * JSON documents. A {@link io.heapsight.json.Shape} declares the fields of an object once: it
 * writes the object, gives its schema to OpenAPI, and says which fields a {@link
 * io.heapsight.json.JsonObject} reads. Tests: {@code DocumentedFieldsTest} in {@code http}, and the
 * mutation tests of those who read documents.
 */
@NullMarked
package io.heapsight.json;

import org.jspecify.annotations.NullMarked;
