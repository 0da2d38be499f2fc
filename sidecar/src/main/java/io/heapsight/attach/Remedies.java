/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

/**
 * What to change so that the target can be read: the line of a Kubernetes manifest, and docker's
 * option.
 */
public final class Remedies {
    private static final String VARIABLE = "the environment variable ";

    static final String WRITABLE_TMP =
            "give the target's container a writable /tmp:"
                    + " volumeMounts: - {name: tmp, mountPath: /tmp}"
                    + " with volumes: - {name: tmp, emptyDir: {}}"
                    + " (docker run --tmpfs /tmp)";

    static final String ROOT_NOT_REACHABLE =
            "run both containers in one pod with shareProcessNamespace: true, with the same"
                    + " securityContext (runAsUser, runAsGroup, seLinuxOptions, appArmorProfile),"
                    + " and let the target's program be readable and not set-uid"
                    + " (docker run --pid=container:TARGET --user UID:GID)";

    static final String REDUCED_SIGNALS =
            "remove -Xrs from the target's options, or add the line"
                    + " `- -XX:+StartAttachListener` to its args (docker run … java"
                    + " -XX:+StartAttachListener …)";

    private Remedies() {}

    static String runAs(int uid, int gid) {
        return "give the sidecar's container the target's user:"
                + " securityContext: {runAsUser: "
                + uid
                + ", runAsGroup: "
                + gid
                + "}, that is the lines runAsUser: "
                + uid
                + " and runAsGroup: "
                + gid
                + " (docker run --user "
                + uid
                + ":"
                + gid
                + ")";
    }

    static String dropCapabilities(String names) {
        return "take them from the target: securityContext: capabilities: drop: [\"ALL\"]"
                + " (docker run --cap-drop ALL); or give the sidecar the same: capabilities: add: ["
                + quoted(names)
                + "]";
    }

    /**
     * Takes a switch (-XX:+NAME, -XX:-NAME) out of the place where it was found, or turns it over
     * behind all others: a JVM reads _JAVA_OPTIONS last.
     *
     * @param where as FlagsReader says it: "the command line", "the environment variable NAME", …
     */
    public static String turnOver(String option, String where) {
        boolean isOn = option.startsWith("-XX:+");
        String opposite = (isOn ? "-XX:-" : "-XX:+") + option.substring("-XX:+".length());
        return "take "
                + option
                + " out of "
                + where
                + line(option, where)
                + "; or, where an image sets it, turn it over behind all else in the target's"
                + " container: env: - {name: _JAVA_OPTIONS, value: \""
                + opposite
                + "\"} (docker run -e _JAVA_OPTIONS="
                + opposite
                + ")";
    }

    private static String line(String option, String where) {
        if (where.startsWith(VARIABLE)) {
            String name = where.substring(VARIABLE.length());
            return ": the line `- {name: " + name + ", value: …}` of the target's env";
        }
        return where.equals("the command line")
                ? ": the line `- " + option + "` of the target's args or command"
                : "";
    }

    private static String quoted(String names) {
        return "\"" + names.replace(", ", "\", \"") + "\"";
    }
}
