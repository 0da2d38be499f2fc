/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.io.OutputStream;

/** An object that is being written. It is there, and whole, when it has been finished. */
public abstract class ObjectOutput extends OutputStream {
    /**
     * Completes the object.
     *
     * @param sha256 of the written bytes
     * @return whether the store confirmed the size; false if it may not be queried
     * @throws StoreFailure also if the store has another size
     */
    public abstract boolean finish(String sha256) throws StoreFailure;

    /** How many of the bytes written so far were there already, left by an upload that was cut. */
    public long bytesThereAlready() {
        return 0;
    }
}
