/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

/** Who keeps, takes and reads profiles. */
public record Profiles(ProfileStore store, ProfileTaker taker, ProfileReader reader) {}
