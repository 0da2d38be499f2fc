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
public record AttachCheck(
        String id, String found, String expected, Optional<AttachFailure> failure) {
    static AttachCheck ok(String id, String found) {
        return new AttachCheck(id, found, found, Optional.empty());
    }

    static AttachCheck failed(String id, String found, String expected, AttachFailure failure) {
        return new AttachCheck(id, found, expected, Optional.of(failure));
    }

    /** Returns this check as a failed one. */
    AttachCheck failedWith(AttachFailure reason) {
        return new AttachCheck(id, found, expected, Optional.of(reason));
    }

    public boolean isOk() {
        return failure.isEmpty();
    }
}
