/* SPDX-License-Identifier: Apache-2.0 */
/** What the kernel says of a process: files under {@code /proc}, whose root is a parameter. */
@NullMarked
package io.heapsight.proc;

import org.jspecify.annotations.NullMarked;
