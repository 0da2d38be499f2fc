/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

/** Receives post-mortems. */
@FunctionalInterface
public interface PostmortemListener {
    /**
     * Called when one was stored.
     *
     * @param updated whether it existed before, and was extended
     */
    void kept(Postmortem postmortem, boolean updated);
}
