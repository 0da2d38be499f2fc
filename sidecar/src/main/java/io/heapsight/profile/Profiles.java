/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

/** The services for profiles: keeping, taking and reading them. */
public record Profiles(ProfileStore store, ProfileTaker taker, ProfileReader reader) {}
