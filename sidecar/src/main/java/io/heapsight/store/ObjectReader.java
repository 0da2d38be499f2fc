/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.List;
import java.util.Optional;

/** Reads the objects of a store. Thread-safe. */
public interface ObjectReader extends AutoCloseable {
    /**
     * Starts reading a range of an object. The service may ignore the range, see {@link
     * RangeResponse#isWhole}.
     *
     * @param key of the object in its bucket
     * @param from the first byte
     * @param end the byte after the last one; may be beyond the object's end
     * @param version that the object must have; empty: any
     * @throws StoreFailure also if the object has another version, or does not exist
     */
    RangeResponse open(String key, long from, long end, Optional<String> version)
            throws StoreFailure;

    /**
     * Lists objects in the order of their keys.
     *
     * @param prefix of their keys; "" for all
     * @param most maximum number
     */
    List<ListedObject> list(String prefix, int most) throws StoreFailure;

    @Override
    void close();
}
