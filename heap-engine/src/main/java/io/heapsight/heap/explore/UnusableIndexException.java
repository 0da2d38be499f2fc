/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

/**
 * Thrown if an index file is unusable: truncated, damaged, of another version, or of another dump.
 */
public final class UnusableIndexException extends Exception {
    /**
     * @param reason as it reads after "the index": "is cut"
     */
    public UnusableIndexException(String reason) {
        super(reason);
    }

    UnusableIndexException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
