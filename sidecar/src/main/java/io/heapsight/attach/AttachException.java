/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.unit.ProblemException;
import org.jspecify.annotations.Nullable;

/** Thrown if a command could not be sent to the target, or the target refused it. */
public final class AttachException extends ProblemException {
    private final transient AttachFailure failure;

    public AttachException(AttachFailure failure) {
        this(failure, null);
    }

    public AttachException(AttachFailure failure, @Nullable Throwable cause) {
        super(failure.problem(), cause);
        this.failure = failure;
    }

    public AttachFailure failure() {
        return failure;
    }
}
