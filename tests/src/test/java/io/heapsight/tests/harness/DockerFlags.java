/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.github.dockerjava.api.model.Capability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The docker flags in a remedy: "run the sidecar's container as … (docker run --user 1000:1000;
 * …)". They are applied to the definition of a container.
 *
 * @param ofSidecar whether they are the sidecar's; else the target's
 */
public record DockerFlags(boolean ofSidecar, List<String> words) {
    private static final Pattern RUN = Pattern.compile("docker run (--?[^;)]*)");
    private static final Pattern OWNER = Pattern.compile("the (sidecar|target)'s\\s+container");

    /** Each alternative of a remedy. */
    public static List<DockerFlags> in(String remedy) {
        List<DockerFlags> all = new ArrayList<>();
        Matcher run = RUN.matcher(remedy);
        while (run.find()) {
            String owner = "";
            Matcher owners = OWNER.matcher(remedy.substring(0, run.start()));
            while (owners.find()) {
                owner = owners.group(1);
            }
            if (owner.isEmpty()) {
                throw new IllegalStateException("whose container is it? " + remedy);
            }
            List<String> words = Arrays.asList(run.group(1).strip().split(" "));
            all.add(new DockerFlags(owner.equals("sidecar"), words));
        }
        return all;
    }

    /** The sidecar with these flags, if they are the sidecar's. */
    public SidecarSpec applyTo(SidecarSpec sidecar) {
        SidecarSpec changed = sidecar;
        Iterator<String> rest = words.iterator();
        while (ofSidecar && rest.hasNext()) {
            String flag = rest.next();
            changed =
                    switch (flag) {
                        case "--user" -> changed.withUser(rest.next());
                        case "--cap-drop" -> {
                            rest.next();
                            yield changed.withoutCapabilities();
                        }
                        case "--cap-add" -> changed.withMore(Capability.valueOf(rest.next()));
                        default -> throw new IllegalStateException(flag + " of a sidecar");
                    };
        }
        return changed;
    }

    /** The target with these flags, if they are the target's. */
    public TargetSpec applyTo(TargetSpec target) {
        TargetSpec changed = target;
        Iterator<String> rest = words.iterator();
        while (!ofSidecar && rest.hasNext()) {
            String flag = rest.next();
            String value = rest.next();
            changed =
                    switch (flag) {
                        case "--cap-drop" -> changed.withoutCapabilities();
                        case "--tmpfs" -> changed.withTmpfs(value, "");
                        case "-e" ->
                                changed.withEnvironment(
                                        value.substring(0, value.indexOf('=')),
                                        value.substring(value.indexOf('=') + 1));
                        default -> throw new IllegalStateException(flag + " of a target");
                    };
        }
        return changed;
    }
}
