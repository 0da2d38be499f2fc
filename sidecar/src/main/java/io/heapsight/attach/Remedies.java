/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

/** What to change so that attach works: the line of a Kubernetes manifest, and docker's option. */
final class Remedies {
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

    static String enableAttach(String where) {
        return "take -XX:+DisableAttachMechanism out of "
                + where
                + ", or override it behind: the line `- -XX:-DisableAttachMechanism` in the"
                + " target's args, or env: - {name: JAVA_TOOL_OPTIONS, value:"
                + " \"-XX:-DisableAttachMechanism\"} where nothing else sets it"
                + " (docker run -e JAVA_TOOL_OPTIONS=-XX:-DisableAttachMechanism)";
    }

    private static String quoted(String names) {
        return "\"" + names.replace(", ", "\", \"") + "\"";
    }
}
