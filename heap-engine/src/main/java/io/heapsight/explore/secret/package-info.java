/* SPDX-License-Identifier: Apache-2.0 */
/** Credentials that a dump holds, as values: where they are, never what they are. */
@NullMarked
package io.heapsight.explore.secret;

import org.jspecify.annotations.NullMarked;
