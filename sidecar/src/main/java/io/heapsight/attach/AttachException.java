/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.unit.ProblemException;
import org.jspecify.annotations.Nullable;

/** Thrown if a command can't be sent to the target, or if the target refuses it. */
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
