/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.util.List;

/**
 * Which events a recording holds: settings that the JDK brings along, or a document that somebody
 * sent.
 */
public sealed interface RecordingSettings permits RecordingSettings.OfJdk, SettingsDocument {
    /** What every JDK brings along: about 2 % and 1 % of overhead, as its authors say. */
    List<String> OF_JDK = List.of("profile", "default");

    /** What a list of recordings calls them. */
    String name();

    /**
     * The JDK's.
     *
     * @param name one of {@link #OF_JDK}
     */
    record OfJdk(String name) implements RecordingSettings {
        public OfJdk {
            if (!OF_JDK.contains(name)) {
                throw new IllegalArgumentException("not one of " + OF_JDK + ": " + name);
            }
        }
    }
}
