/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

/** Receives post-mortems. */
@FunctionalInterface
public interface PostmortemListener {
    /**
     * Called after a post-mortem was stored.
     *
     * @param updated whether it extends an earlier one
     */
    void kept(Postmortem postmortem, boolean updated);
}
