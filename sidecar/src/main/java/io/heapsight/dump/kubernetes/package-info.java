/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Analyses dumps of the store in Jobs of Kubernetes ({@code HEAPSIGHT_ANALYSIS=job}).
 *
 * <p>{@code AnalysisJobs} does the steps: upload the dump, create its Job through {@code
 * KubernetesApi}, follow it, fetch the summary that it uploaded. The Job is that of {@code
 * k8s/analyze-job}, with the image, the identity and the credentials of the sidecar's own pod
 * ({@code SidecarPod}).
 *
 * <p>Nothing is stored about a Job: its name follows from the dump, so that a restarted sidecar
 * finds it. If the cluster has deleted the Job, the manifest in the store ({@code UploadedDump})
 * shows whether it left a summary. A cancelled analysis deletes its Job ({@code JobStop}); the end
 * of the sidecar does not. {@code AnalysisJobsTest}, {@code ContinuedAnalysisTest} and {@code
 * KubernetesApiTest} cover it.
 */
@NullMarked
package io.heapsight.dump.kubernetes;

import org.jspecify.annotations.NullMarked;
