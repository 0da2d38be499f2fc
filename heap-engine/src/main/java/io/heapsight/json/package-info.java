/* SPDX-License-Identifier: Apache-2.0 */

/**
 * JSON documents. A {@link io.heapsight.json.Shape} declares the fields of an object once: it
 * writes the object, provides its schema for OpenAPI, and selects the fields that a {@link
 * io.heapsight.json.JsonObject} reads. Tests: {@code DocumentedFieldsTest} in {@code http}, and the
 * mutation tests of the readers of documents.
 */
@NullMarked
package io.heapsight.json;

import org.jspecify.annotations.NullMarked;
