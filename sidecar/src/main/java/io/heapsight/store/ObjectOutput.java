/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.io.OutputStream;

/** An object that is being written. It is there, and whole, when it has been finished. */
public abstract class ObjectOutput extends OutputStream {
    /**
     * Makes it an object.
     *
     * @param sha256 of what was written
     * @return whether the store says that it has as many bytes; false where it may not be asked
     * @throws StoreFailure also where it has another number
     */
    public abstract boolean finish(String sha256) throws StoreFailure;

    /** How many of the bytes written so far were there already, left by an upload that was cut. */
    public long bytesThereAlready() {
        return 0;
    }
}
