/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.Optional;

/**
 * One precondition of attaching, and whether it is met.
 *
 * @param id "same-uid"
 * @param found what is
 * @param expected what should be
 * @param failure what it means when it isn't; empty when all is well
 */
public record Check(String id, String found, String expected, Optional<AttachFailure> failure) {
    static Check ok(String id, String found) {
        return new Check(id, found, found, Optional.empty());
    }

    static Check failed(String id, String found, String expected, AttachFailure failure) {
        return new Check(id, found, expected, Optional.of(failure));
    }

    /** This one, which has failed after all. */
    Check failedWith(AttachFailure reason) {
        return new Check(id, found, expected, Optional.of(reason));
    }

    public boolean isOk() {
        return failure.isEmpty();
    }
}
