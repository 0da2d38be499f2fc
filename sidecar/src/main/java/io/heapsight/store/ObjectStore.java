/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Map;

/** Somewhere objects are stored by name. Used by one thread. */
public interface ObjectStore extends AutoCloseable {
    /**
     * Begins an object, in place of one that has its name.
     *
     * @param name letters, digits, and slashes between them
     * @param metadata to be kept beside it, where the store does that
     */
    ObjectOutput begin(String name, String mediaType, Map<String, String> metadata)
            throws StoreFailure;

    /**
     * Removes what uploads that were cut have left below a folder, but for what an object that is
     * begun afterwards can go on from.
     */
    void removeLeftovers(String folder) throws StoreFailure;

    /** Gives up what was begun and not finished; from any thread. */
    void abandon();

    @Override
    void close();
}
