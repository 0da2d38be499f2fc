/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stores objects in S3 and compatible services with the AWS SDK. Only a child process loads it: the
 * SDK's jars are not on the sidecar's class path.
 */
@NullMarked
package io.heapsight.store.s3;

import org.jspecify.annotations.NullMarked;
