/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Map;

/** Stores objects by name. For one thread. */
public interface ObjectStore extends AutoCloseable {
    /**
     * Starts an object, which replaces an existing one with the same name.
     *
     * @param name letters, digits, and slashes between them
     * @param metadata stored with it, if the store supports that
     */
    ObjectOutput begin(String name, String mediaType, Map<String, String> metadata)
            throws StoreFailure;

    /**
     * Deletes the leftovers of interrupted uploads below a folder, except those that a following
     * upload can continue.
     */
    void removeLeftovers(String folder) throws StoreFailure;

    /** Aborts unfinished objects; callable from any thread. */
    void abandon();

    @Override
    void close();
}
