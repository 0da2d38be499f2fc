/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/**
 * A counter was read after its file was closed, truncated or taken over by another JVM. Unchecked,
 * because any read of any counter may end so; the sampler and the handlers of requests catch it.
 */
public final class CountersGoneException extends RuntimeException {
    CountersGoneException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
