/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.Optional;

/**
 * A precondition of attach, and its result.
 *
 * @param id "same-uid"
 * @param found the actual state
 * @param expected the required state
 * @param failure the failure if it is not met; else empty
 */
public record AttachPrecondition(
        String id, String found, String expected, Optional<AttachFailure> failure) {
    static AttachPrecondition ok(String id, String found) {
        return new AttachPrecondition(id, found, found, Optional.empty());
    }

    static AttachPrecondition failed(
            String id, String found, String expected, AttachFailure failure) {
        return new AttachPrecondition(id, found, expected, Optional.of(failure));
    }

    /** Returns this check as a failed one. */
    AttachPrecondition failedWith(AttachFailure reason) {
        return new AttachPrecondition(id, found, expected, Optional.of(reason));
    }

    public boolean isOk() {
        return failure.isEmpty();
    }
}
