/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.unit.Labelled;

/** The place where heap dumps are analysed. */
public enum AnalysisPlace implements Labelled {
    /** A child process of the sidecar. */
    CHILD,
    /** A Job of Kubernetes. */
    JOB
}
