/* SPDX-License-Identifier: Apache-2.0 */
/** Values that describe the credentials in a dump: where they are, never their content. */
@NullMarked
package io.heapsight.explore.secret;

import org.jspecify.annotations.NullMarked;
