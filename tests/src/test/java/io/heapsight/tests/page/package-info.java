/* SPDX-License-Identifier: Apache-2.0 */

/**
 * What people look at in a browser, used and looked at in Debian's Chromium.
 *
 * <p>{@link io.heapsight.tests.page.LivePage} is the web page of a running sidecar; the files that
 * reports make are opened as they are. Both are shown by a {@link io.heapsight.tests.page.Tab} of
 * {@link io.heapsight.tests.page.Chromium}, which waits for what a person waits for, asks axe, and
 * fails when it is closed if the console told of an error. Screenshots are left in {@code
 * tests/target/pages}.
 */
@NullMarked
package io.heapsight.tests.page;

import org.jspecify.annotations.NullMarked;
