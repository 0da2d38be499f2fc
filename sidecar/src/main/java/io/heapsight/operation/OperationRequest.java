/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.CancelSignal;

/**
 * A requested operation.
 *
 * @param kind of the operation
 * @param pid the target, as seen by the sidecar: one operation at a time runs on it
 * @param target its name, for display
 * @param caller that requested it: "http 10.1.2.3", "interval", "cli"
 * @param cancel set if the caller has disconnected
 */
public record OperationRequest(
        OperationKind kind, int pid, String target, String caller, CancelSignal cancel) {}
