/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Files that are sent to object storage by presigned URLs: one {@code PUT} each, as S3 and what
 * speaks its language take it.
 *
 * <p>A {@link PresignedUrl} is a secret, since whoever has it can write there: it is kept in memory
 * only, and shown without its query.
 */
@NullMarked
package io.heapsight.upload;

import org.jspecify.annotations.NullMarked;
