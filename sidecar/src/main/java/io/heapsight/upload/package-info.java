/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Uploads files to object storage by presigned URLs: one {@code PUT} each, as S3 and compatible
 * services accept it.
 *
 * <p>A {@link PresignedUrl} is a secret, because it grants write access: it stays in memory, and
 * shown without its query.
 *
 * <p>Tests: {@code PresignedUrlTest} and {@code UploaderTest} against a local server; {@code
 * HeapDumpUploadTest} of module tests against an S3 service.
 */
@NullMarked
package io.heapsight.upload;

import org.jspecify.annotations.NullMarked;
