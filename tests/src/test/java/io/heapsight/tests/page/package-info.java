/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Pages in a browser, tested in Debian's Chromium.
 *
 * <p>{@link io.heapsight.tests.page.LivePage} is the web page of a running sidecar; the files of
 * reports are opened directly. A {@link io.heapsight.tests.page.Tab} of {@link
 * io.heapsight.tests.page.Chromium} shows both. It waits as a person would, runs axe, and fails on
 * close if the console showed an error. Screenshots are in {@code tests/target/pages}.
 */
@NullMarked
package io.heapsight.tests.page;

import org.jspecify.annotations.NullMarked;
