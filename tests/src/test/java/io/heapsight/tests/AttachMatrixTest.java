/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static com.github.dockerjava.api.model.Capability.DAC_OVERRIDE;
import static com.github.dockerjava.api.model.Capability.KILL;
import static com.github.dockerjava.api.model.Capability.SETGID;
import static com.github.dockerjava.api.model.Capability.SETUID;
import static com.github.dockerjava.api.model.Capability.SYS_PTRACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Capability;
import io.heapsight.tests.harness.DockerFlags;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.tests.harness.TargetSpec.Parent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who may look at whom: sidecars with other users and capabilities, targets that are started in
 * other ways. In each row and on each JDK, what doctor says is what then happens; the remedies that
 * it names, applied to the containers' definitions, make it work; and the target is left alone.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class AttachMatrixTest {
    private static final String WORKS = "";
    private static final Set<String> ALL = Set.of("counters", "histogram", "dump");

    /** A root target with capabilities needs two: the user, then fewer capabilities. */
    private static final int MOST_REMEDIES = 2;

    private static final String ROOT_WITH_ALL_IT_NEEDS = "root with all that root needs";

    /** Beside a target that is 1000:1000 without capabilities. */
    private record Sidecar(String name, String fault, UnaryOperator<SidecarSpec> change) {
        /** A JVM of JDK 8 refuses root. */
        String fault(Jdk jdk) {
            return name.equals(ROOT_WITH_ALL_IT_NEEDS) && jdk == Jdk.JDK_8 ? "same-uid" : fault;
        }
    }

    /** Those that work stand first, since they are what the remedies of the others lead to. */
    private static final List<Sidecar> SIDECARS =
            List.of(
                    new Sidecar("same user", WORKS, UnaryOperator.identity()),
                    new Sidecar("same user, writable root", WORKS, SidecarSpec::withWritableRoot),
                    new Sidecar(
                            ROOT_WITH_ALL_IT_NEEDS,
                            WORKS,
                            user("0:0", SYS_PTRACE, KILL, DAC_OVERRIDE)),
                    new Sidecar(
                            "root that may become the user", WORKS, user("0:0", SETUID, SETGID)),
                    new Sidecar("root with default capabilities", WORKS, defaultRoot()),
                    new Sidecar(
                            "root with default capabilities and ptrace",
                            WORKS,
                            defaultRoot(SYS_PTRACE)),
                    new Sidecar("other group", "same-gid", user("1000:1001")),
                    new Sidecar("other user", "same-uid", user("1001:1000")),
                    new Sidecar(
                            "other user with ptrace", "same-uid", user("1001:1001", SYS_PTRACE)),
                    new Sidecar("root without capabilities", "same-uid", user("0:0")),
                    new Sidecar("root with ptrace", "same-uid", user("0:0", SYS_PTRACE)),
                    new Sidecar(
                            "root with ptrace and kill",
                            "same-uid",
                            user("0:0", SYS_PTRACE, KILL)));

    /** Beside a sidecar with the same user and without capabilities. */
    private record Target(
            String name, String fault, Set<String> lacking, UnaryOperator<TargetSpec> change) {
        static Target works(String name, UnaryOperator<TargetSpec> change) {
            return new Target(name, WORKS, Set.of(), change);
        }

        TargetSpec of(Jdk jdk) {
            return change.apply(TargetSpec.idle(jdk));
        }
    }

    /** The first one's PID namespace is that of all. */
    private static final List<Target> TARGETS =
            List.of(
                    Target.works("under an init", spec -> spec.under(Parent.INIT)),
                    Target.works("under a shell", spec -> spec.under(Parent.RESTARTER)),
                    Target.works(
                            "read-only with a tmpfs",
                            spec -> spec.withReadOnlyRoot().withTmpfs("/tmp", "")),
                    Target.works(
                            "read-only with a volume",
                            spec -> spec.withReadOnlyRoot().withVolume("/tmp")),
                    Target.works("with reduced signals", spec -> spec.withFlags("-Xrs")),
                    Target.works(
                            "that listens from the start",
                            spec -> spec.withFlags("-XX:+StartAttachListener")),
                    new Target(
                            "read-only without /tmp",
                            "tmp-writable",
                            ALL,
                            TargetSpec::withReadOnlyRoot),
                    new Target(
                            "with the attach mechanism disabled",
                            "attach-enabled",
                            Set.of("histogram", "dump"),
                            spec -> spec.withFlags("-XX:+DisableAttachMechanism")),
                    new Target(
                            "without perf data",
                            "perf-data",
                            Set.of("counters"),
                            spec -> spec.withFlags("-XX:-UsePerfData")),
                    new Target(
                            "without shared perf data",
                            "perf-data",
                            Set.of("counters"),
                            spec -> spec.withFlags("-XX:+PerfDisableSharedMem")));

    /** One target, and the sidecars that were seen beside it: working, or mended until they did. */
    private record Matrix(TargetSpec spec, TargetContainer target, Set<String> seen) {
        /** A row, and its remedies where it has a fault. */
        void row(String fault, Set<String> lacking, UnaryOperator<SidecarSpec> change) {
            Doctored said = Doctored.beside(target, change);
            String spelled = change.apply(SidecarSpec.beside(target)).toString();
            seen.add(spelled);
            if (fault.isEmpty()) {
                assertThat(said.remedies()).as(spelled).isEmpty();
                return;
            }
            assertThat(said.remedies().keySet()).as(spelled).first().isEqualTo(fault);
            assertThat(said.lacking()).as(spelled).isEqualTo(lacking);
            mend(said, change, MOST_REMEDIES);
        }

        private void mend(Doctored said, UnaryOperator<SidecarSpec> change, int remediesLeft) {
            if (said.remedies().isEmpty()) {
                return;
            }
            assertThat(remediesLeft).as(said.remedies().toString()).isPositive();
            List<DockerFlags> alternatives = said.dockerFlags();
            assertThat(alternatives).as(said.remedies().toString()).isNotEmpty();
            for (DockerFlags flags : alternatives) {
                UnaryOperator<SidecarSpec> mended = sidecar -> flags.applyTo(change.apply(sidecar));
                if (flags.ofSidecar()) {
                    if (seen.add(mended.apply(SidecarSpec.beside(target)).toString())) {
                        mend(Doctored.beside(target, mended), mended, remediesLeft - 1);
                    }
                } else {
                    mendTarget(flags.applyTo(spec), mended, remediesLeft - 1);
                }
            }
        }

        private static void mendTarget(
                TargetSpec spec, UnaryOperator<SidecarSpec> change, int remediesLeft) {
            try (TargetContainer target = TargetContainer.start(spec)) {
                Doctored said = Doctored.beside(target, change);
                new Matrix(spec, target, new HashSet<>()).mend(said, change, remediesLeft);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void sidecarsBesideAnOrdinaryTarget(Jdk jdk) {
        TargetSpec spec = TargetSpec.idle(jdk);
        try (TargetContainer target = TargetContainer.start(spec)) {
            Matrix matrix = new Matrix(spec, target, new HashSet<>());
            for (Sidecar sidecar : SIDECARS) {
                matrix.row(sidecar.fault(jdk), ALL, sidecar.change());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void sidecarsBesideARootTargetWithCapabilities(Jdk jdk) {
        TargetSpec spec = TargetSpec.idle(jdk).withUser("0:0").withDefaultCapabilities();
        try (TargetContainer target = TargetContainer.start(spec)) {
            Matrix matrix = new Matrix(spec, target, new HashSet<>());
            matrix.row(WORKS, Set.of(), defaultRoot());
            matrix.row(WORKS, Set.of(), user("0:0", SYS_PTRACE));
            matrix.row("capabilities", ALL, user("0:0"));
            matrix.row("same-uid", ALL, UnaryOperator.identity());
        }
    }

    /** All in one PID namespace, as in a pod, so that one sidecar is enough. */
    @ParameterizedTest
    @EnumSource(Jdk.class)
    void targetsBesideASidecarWithTheSameUser(Jdk jdk) {
        try (Started started = new Started()) {
            TargetContainer first = started.add(TARGETS.getFirst().of(jdk));
            Map<Target, TargetContainer> targets = new LinkedHashMap<>();
            targets.put(TARGETS.getFirst(), first);
            for (Target row : TARGETS.subList(1, TARGETS.size())) {
                targets.put(row, started.add(row.of(jdk).inPidNamespaceOf(first.id())));
            }
            SidecarContainer sidecar = started.sidecarOfAll(first);
            Map<Target, TargetContainer> mended = new LinkedHashMap<>();
            targets.forEach(
                    (row, target) -> {
                        Doctored said = Doctored.by(sidecar, target);
                        assertThat(said.lacking()).as(row.name()).isEqualTo(row.lacking());
                        if (!row.fault().isEmpty()) {
                            assertThat(said.remedies().keySet()).first().isEqualTo(row.fault());
                            DockerFlags flags = said.dockerFlags().getFirst();
                            TargetSpec spec = flags.applyTo(row.of(jdk));
                            mended.put(row, started.add(spec.inPidNamespaceOf(first.id())));
                        }
                    });
            mended.forEach(
                    (row, target) ->
                            assertThat(Doctored.by(sidecar, target).remedies())
                                    .as(row.name())
                                    .isEmpty());
        }
    }

    /** Neither may write into the other's files, and there is no room in the target. */
    @Test
    void dumpOfARootTargetWithCapabilitiesComesWithTheRemedy() {
        TargetSpec spec =
                TargetSpec.idle(Jdk.JDK_25)
                        .withUser("0:0")
                        .withDefaultCapabilities()
                        .withReadOnlyRoot()
                        .withTmpfs("/tmp", "size=1m");
        UnaryOperator<SidecarSpec> more = defaultRoot(SYS_PTRACE);
        try (TargetContainer target = TargetContainer.start(spec)) {
            Doctored said = Doctored.beside(target, more);
            assertThat(said.remedies().keySet()).containsExactly("dump-way");
            DockerFlags flags = said.dockerFlags().getFirst();

            Doctored mended = Doctored.beside(target, each -> flags.applyTo(more.apply(each)));

            assertThat(mended.remedies()).isEmpty();
            assertThat(mended.lacking()).isEmpty();
        }
    }

    /** Its remedy is another user, or another image: nothing that docker run could add. */
    @ParameterizedTest
    @EnumSource(Jdk.class)
    void targetWithoutANameForItsUserHasNoCounters(Jdk jdk) {
        TargetSpec spec = TargetSpec.idle(jdk).withUser("4711:4711");
        try (TargetContainer target = TargetContainer.start(spec)) {
            Doctored said = Doctored.beside(target, user("4711:4711"));
            assertThat(said.remedies().keySet()).containsExactly("perf-data");
            assertThat(said.remedies().get("perf-data"))
                    .contains("give the target's user a name", "echo 'app:x:4711:4711:");
            assertThat(said.lacking()).containsExactly("counters");
        }
    }

    /** Containers, ended in reverse. */
    private static final class Started implements AutoCloseable {
        private final Deque<Runnable> containers = new ArrayDeque<>();

        TargetContainer add(TargetSpec spec) {
            TargetContainer target = TargetContainer.start(spec);
            containers.push(target::close);
            return target;
        }

        SidecarContainer sidecarOfAll(TargetContainer first) {
            SidecarContainer sidecar =
                    SidecarContainer.start(
                            SidecarSpec.beside(first)
                                    .withHeapDumps()
                                    .withEnvironment("HEAPSIGHT_TARGET", "*"));
            containers.push(sidecar::close);
            return sidecar;
        }

        @Override
        public void close() {
            containers.forEach(Runnable::run);
        }
    }

    private static UnaryOperator<SidecarSpec> user(String user, Capability... capabilities) {
        return sidecar -> sidecar.withUser(user).withAddedCapabilities(capabilities);
    }

    private static UnaryOperator<SidecarSpec> defaultRoot(Capability... capabilities) {
        return user("0:0", capabilities).andThen(SidecarSpec::withDefaultCapabilities)::apply;
    }
}
