/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

/** Reads the version of this program from its jar. */
public final class ProgramVersion {
    private ProgramVersion() {}

    /**
     * Returns the version in the jar's manifest, or "unpackaged" if the classes are not in a jar.
     */
    public static String number() {
        String version = ProgramVersion.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
