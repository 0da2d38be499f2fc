/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

/** The services that store, take and read profiles. */
public record ProfileServices(
        ProfileStore store, ProfileTaker taker, ProfileReaderProcess reader) {}
