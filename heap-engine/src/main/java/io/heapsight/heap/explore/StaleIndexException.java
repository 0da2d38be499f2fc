/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

/** An unusable index file: cut, damaged, of another version, or of another dump. */
public final class StaleIndexException extends Exception {
    /**
     * @param reason as it reads after "the index": "is cut"
     */
    public StaleIndexException(String reason) {
        super(reason);
    }

    StaleIndexException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
