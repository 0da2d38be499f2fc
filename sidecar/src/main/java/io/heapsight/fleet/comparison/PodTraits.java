/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import java.util.Optional;

/**
 * The properties that all pods of an arm should share. Unknown numbers are NaN.
 *
 * @param jdk version of its runtime
 * @param collector its garbage collector
 * @param mainClass its main class
 * @param node the name of its node
 * @param nodeType machine type of its node
 * @param memoryLimitBytes limit of its container
 * @param cpuLimitCores limit of its container
 * @param heapMaxBytes maximum heap size
 */
record PodTraits(
        Optional<String> jdk,
        Optional<String> collector,
        Optional<String> mainClass,
        Optional<String> node,
        Optional<String> nodeType,
        double memoryLimitBytes,
        double cpuLimitCores,
        double heapMaxBytes) {}
