/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.util.List;

/** The events of a recording: settings of the JDK, or a document from a caller. */
public sealed interface RecordingSettings permits RecordingSettings.OfJdk, SettingsDocument {
    /** Settings of every JDK, with about 2 % and 1 % of overhead according to its authors. */
    List<String> OF_JDK = List.of("profile", "default");

    /** The name in lists of recordings. */
    String name();

    /**
     * Settings of the JDK.
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
