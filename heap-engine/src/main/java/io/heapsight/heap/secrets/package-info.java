/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds credentials in an indexed heap, for a check before a dump is shared. Credentials never
 * leave this package: a finding has a kind, a holder and an address.
 *
 * <p>Three readings of the dump: {@link io.heapsight.heap.secrets.SecretArrayScan} looks for {@link
 * io.heapsight.heap.secrets.SecretPatterns} in all byte and char arrays, with or without a string.
 * The second reading finds the strings with these arrays. {@link
 * io.heapsight.heap.secrets.HolderScan} finds the referrers of both, and fields and map keys whose
 * {@link io.heapsight.heap.secrets.SecretNames names} suggest a secret.
 *
 * <p>Memory: up to 100,000 arrays and as many strings, about 40 bytes each; the same for the
 * findings.
 *
 * <p>Tests: {@code HeapSecretsTest} (planted secrets, golden and redacted dumps).
 */
@NullMarked
package io.heapsight.heap.secrets;

import org.jspecify.annotations.NullMarked;
