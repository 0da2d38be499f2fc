/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds credentials in an indexed heap, so that one knows before a dump is shared. Nothing of them
 * leaves this package: a finding has a kind, a holder and an address.
 *
 * <p>Three readings of the dump: {@link io.heapsight.heap.secrets.ContentScan} looks for {@link
 * io.heapsight.heap.secrets.SecretPatterns} in all byte and char arrays, whatever they belong to;
 * then for the strings that have these arrays; {@link io.heapsight.heap.secrets.HolderScan} for
 * what refers to these, and for fields and keys of maps whose {@link
 * io.heapsight.heap.secrets.SecretNames names} say that a secret is in them.
 *
 * <p>Memory: up to 100,000 arrays and as many strings, some 40 bytes each; as much again for the
 * findings.
 *
 * <p>Tests: {@code HeapSecretsTest} (planted secrets, golden and redacted dumps).
 */
@NullMarked
package io.heapsight.heap.secrets;

import org.jspecify.annotations.NullMarked;
