/* SPDX-License-Identifier: Apache-2.0 */
/** HotSpot's attach protocol over UNIX sockets, across mount and PID namespaces. */
@NullMarked
package io.heapsight.attach;

import org.jspecify.annotations.NullMarked;
