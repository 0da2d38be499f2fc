/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

/** Is told of post-mortems. */
@FunctionalInterface
public interface PostmortemListener {
    /**
     * One is kept.
     *
     * @param updated whether it was before, and more is known of it now
     */
    void kept(Postmortem postmortem, boolean updated);
}
