/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.io.OutputStream;

/** An object that is being written. It becomes visible, as a whole, when it is finished. */
public abstract class ObjectOutput extends OutputStream {
    /**
     * Completes the object.
     *
     * @param sha256 of the written bytes
     * @return whether the store confirmed the size; false if queries are not permitted
     * @throws StoreFailure also if the size in the store differs
     */
    public abstract boolean finish(String sha256) throws StoreFailure;

    /** Returns the number of written bytes that an interrupted upload had sent already. */
    public long bytesThereAlready() {
        return 0;
    }
}
