/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/**
 * Thrown when a counter is read after its file was closed, truncated or reused by another JVM.
 * Unchecked, because any read of any counter may throw it; the sampler and the request handlers
 * catch it.
 */
public final class CountersGoneException extends RuntimeException {
    CountersGoneException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
