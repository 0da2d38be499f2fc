/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Long work that nobody waits for on a connection: started by {@link Jobs}, looked at and cancelled
 * by id, and known after a restart of the sidecar.
 */
@NullMarked
package io.heapsight.job;

import org.jspecify.annotations.NullMarked;
