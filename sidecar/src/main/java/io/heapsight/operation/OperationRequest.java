/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.CancelSignal;

/**
 * Who wants what done to which target.
 *
 * @param kind what is to be done
 * @param pid the target, as the sidecar sees it: one operation at a time runs on it
 * @param target its name, for people
 * @param caller who asked: "http 10.1.2.3", "interval", "cli"
 * @param cancel set when the caller has gone away
 */
public record OperationRequest(
        OperationKind kind, int pid, String target, String caller, CancelSignal cancel) {}
