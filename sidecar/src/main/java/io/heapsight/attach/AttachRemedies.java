/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

/**
 * Remedies for inaccessible targets: the lines of a Kubernetes manifest, then in parentheses
 * docker's option and the lines of an ECS task definition.
 */
public final class AttachRemedies {
    private static final String VARIABLE = "the environment variable ";

    /** The remedy if the sidecar doesn't see the target's processes. */
    public static final String SHARE_PROCESSES =
            "let the sidecar see the target's processes: shareProcessNamespace: true in the pod's"
                    + " spec (docker run --pid=container:TARGET; ECS: \"pidMode\": \"task\")";

    static final String WRITABLE_TMP =
            "give the target's container a writable /tmp:"
                    + " volumeMounts: - {name: tmp, mountPath: /tmp}"
                    + " with volumes: - {name: tmp, emptyDir: {}}"
                    + " (docker run --tmpfs /tmp; ECS: \"mountPoints\": [{\"sourceVolume\":"
                    + " \"tmp\", \"containerPath\": \"/tmp\"}] with \"volumes\": [{\"name\":"
                    + " \"tmp\"}], and VOLUME /tmp in the target's Dockerfile)";

    static final String ROOT_NOT_REACHABLE =
            "run both containers in one pod with shareProcessNamespace: true, with the same"
                    + " securityContext (runAsUser, runAsGroup, seLinuxOptions, appArmorProfile),"
                    + " and make the target's executable readable and not set-uid"
                    + " (docker run --pid=container:TARGET --user UID:GID; ECS: \"pidMode\":"
                    + " \"task\" and the same \"user\" and \"dockerSecurityOptions\")";

    /** The remedy for containers that SELinux or AppArmor separates. */
    public static final String SAME_LABEL =
            "give both containers the same labels, in the pod's securityContext rather than in a"
                    + " container's: seLinuxOptions: {level: \"s0:c1,c2\"}, appArmorProfile: {type:"
                    + " RuntimeDefault} (docker run --security-opt label=level:s0:c1,c2"
                    + " --security-opt apparmor=docker-default; ECS on EC2:"
                    + " \"dockerSecurityOptions\": [\"label:level:s0:c1,c2\"])";

    static final String REDUCED_SIGNALS =
            "remove -Xrs from the target's options, or add the line"
                    + " `- -XX:+StartAttachListener` to its args (docker run … java"
                    + " -XX:+StartAttachListener …; ECS: \"-XX:+StartAttachListener\" in its"
                    + " \"command\")";

    static final String LET_GO_ON =
            "resume it with kill -CONT PID or docker unpause TARGET, then try again";

    static final String OWN_TMP =
            "give each container its own /tmp, not shared with containers in other PID"
                    + " namespaces: volumeMounts: - {name: tmp, mountPath: /tmp} with volumes: -"
                    + " {name: tmp, emptyDir: {}} (docker run --tmpfs /tmp; ECS: a volume of its"
                    + " own), and restart the target";

    private AttachRemedies() {}

    static String runAs(int uid, int gid) {
        if (uid == 0) {
            return runAsRoot(gid);
        }
        return "run the sidecar's container as the target's user:"
                + " securityContext: {runAsUser: %1$d, runAsGroup: %2$d}, that is the lines"
                        .formatted(uid, gid)
                + " runAsUser: %1$d and runAsGroup: %2$d (docker run --user %1$d:%2$d;"
                        .formatted(uid, gid)
                + " ECS: \"user\": \"%1$d:%2$d\")".formatted(uid, gid);
    }

    /**
     * Names SYS_PTRACE, too: a target of root usually has capabilities, and a sidecar without them
     * can't access the target's files.
     */
    private static String runAsRoot(int gid) {
        return ("run the sidecar's container as the target's user, and let it read the files of a"
                        + " target with capabilities: securityContext: {%s, capabilities: {add:"
                        + " [\"SYS_PTRACE\"]}}, as in k8s/root-target (docker run --user 0:%d"
                        + " --cap-add SYS_PTRACE; ECS: \"user\": \"0:%d\", \"linuxParameters\":"
                        + " {\"capabilities\": {\"add\": [\"SYS_PTRACE\"]}})")
                .formatted(user(0, gid), gid, gid);
    }

    /** Returns the lines for a user; the kubelet starts no root in a container that forbids it. */
    private static String user(int uid, int gid) {
        return (uid == 0 ? "runAsNonRoot: false, " : "")
                + "runAsUser: %d, runAsGroup: %d".formatted(uid, gid);
    }

    /**
     * Gives the sidecar exactly the target's rights, so that each process can access the other's
     * files.
     *
     * @param capabilities of the target, "CHOWN, KILL"; "" for none
     */
    public static String sameRights(int uid, int gid, String capabilities) {
        String user = user(uid, gid);
        String docker = "docker run --user %d:%d --cap-drop ALL".formatted(uid, gid);
        String ecs = "ECS: \"user\": \"%d:%d\"".formatted(uid, gid);
        if (capabilities.isEmpty()) {
            return "run the sidecar's container with the target's user and without capabilities:"
                    + " securityContext: {%s, capabilities: {drop: [\"ALL\"]}} (%s; %s)"
                            .formatted(user, docker, ecs);
        }
        StringBuilder added = new StringBuilder();
        for (String each : capabilities.split(", ")) {
            added.append(" --cap-add ").append(each);
        }
        return "run the sidecar's container with the target's user and the capabilities that the"
                + " target has: securityContext: {%s, capabilities: {drop: [\"ALL\"], add: [%s]}}"
                        .formatted(user, quoted(capabilities))
                + " (%s%s; %s, \"linuxParameters\": {\"capabilities\": {\"drop\": [\"ALL\"], \"add\": [%s]}})"
                        .formatted(docker, added, ecs, quoted(capabilities));
    }

    static String becomeOrRunAs(int uid, int gid) {
        return runAs(uid, gid)
                + "; or keep root and add the capabilities SETUID and SETGID"
                + " (securityContext: capabilities: add: [\"SETUID\", \"SETGID\"];"
                + " docker run --cap-add SETUID --cap-add SETGID;"
                + " ECS on EC2: \"linuxParameters\": {\"capabilities\": {\"add\": [\"SETUID\","
                + " \"SETGID\"]}})";
    }

    static String dropCapabilities(String names) {
        return "drop them in the target's container: securityContext: capabilities: drop:"
                + " [\"ALL\"] (docker run --cap-drop ALL; ECS: \"linuxParameters\":"
                + " {\"capabilities\": {\"drop\": [\"ALL\"]}}); or add them to the sidecar:"
                + " capabilities: add: ["
                + quoted(names)
                + "]";
    }

    /**
     * Removes a flag (-XX:+NAME, -XX:-NAME) from its source, or inverts it in a later source: a JVM
     * reads _JAVA_OPTIONS last.
     *
     * @param where in the words of JvmOptionsReader: "the command line", "the environment variable
     *     NAME", …
     */
    public static String removeOrOverride(String option, String where) {
        boolean isOn = option.startsWith("-XX:+");
        String opposite = (isOn ? "-XX:-" : "-XX:+") + option.substring("-XX:+".length());
        return "remove "
                + option
                + " from "
                + where
                + line(option, where)
                + "; or, if the image sets it, override it in the target's container:"
                + " env: - {name: _JAVA_OPTIONS, value: \""
                + opposite
                + "\"} (docker run -e _JAVA_OPTIONS="
                + opposite
                + "; ECS: \"environment\": [{\"name\": \"_JAVA_OPTIONS\", \"value\": \""
                + opposite
                + "\"}])";
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
