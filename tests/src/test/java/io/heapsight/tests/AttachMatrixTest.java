/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static com.github.dockerjava.api.model.Capability.DAC_OVERRIDE;
import static com.github.dockerjava.api.model.Capability.KILL;
import static com.github.dockerjava.api.model.Capability.SETGID;
import static com.github.dockerjava.api.model.Capability.SETUID;
import static com.github.dockerjava.api.model.Capability.SYS_PTRACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Capability;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.DockerFlags;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.tests.harness.TargetSpec.Parent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Combinations of users and capabilities of sidecars, and of ways to start targets. Each row runs
 * on the JDKs of {@link Cover}. The doctor's findings match the outcome; its remedies, applied to
 * the containers, make the row work; and the target is left alone.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
@StartsFirst
class AttachMatrixTest {
    private static final String WORKS = "";
    private static final Set<String> ALL = Set.of("counters", "histogram", "dump");

    /** A root target with capabilities needs two steps: the user, then fewer capabilities. */
    private static final int MOST_REMEDIES = 2;

    private static final String ROOT_WITH_ALL_IT_NEEDS = "root with all that root needs";

    /** Beside a target that runs as 1000:1000 without capabilities. */
    private record Sidecar(String name, String fault, UnaryOperator<SidecarSpec> change) {
        /** A JVM of JDK 8 refuses root. */
        String fault(Jdk jdk) {
            return name.equals(ROOT_WITH_ALL_IT_NEEDS) && jdk == Jdk.JDK_8 ? "same-uid" : fault;
        }
    }

    /** Working rows come first, since the remedies of the others lead to them. */
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

    /** All share the PID namespace of the first one. */
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

    /** A target of a JDK, with the way it was started. */
    private record Beside(Jdk jdk, TargetSpec spec, TargetContainer container) {}

    /** One sidecar for several targets. */
    private record Mended(UnaryOperator<SidecarSpec> change, List<Beside> targets) {}

    /**
     * Targets of all JDKs in one PID namespace, so that one sidecar suffices for a row. Sidecars
     * beside each target are working, or were changed until they worked.
     */
    private record Matrix(List<Beside> targets, Set<String> seen) {
        Matrix(Started started, Function<Jdk, TargetSpec> spec) {
            this(started.ofEachJdk(spec), new HashSet<>());
        }

        /** A row on these JDKs, with remedies if it has a fault. */
        void row(
                List<Jdk> jdks,
                Function<Jdk, String> fault,
                Set<String> lacking,
                UnaryOperator<SidecarSpec> change) {
            List<Beside> tried =
                    targets.stream().filter(target -> jdks.contains(target.jdk)).toList();
            Map<Beside, Doctored> all = doctored(tried, change);
            all.forEach(
                    (target, said) -> {
                        String as = target.jdk + ", " + spelled(target, change);
                        seen.add(as);
                        String expected = fault.apply(target.jdk);
                        if (expected.isEmpty()) {
                            assertThat(said.remedies()).as(as).isEmpty();
                        } else {
                            assertThat(said.remedies().keySet()).as(as).first().isEqualTo(expected);
                            assertThat(said.lacking()).as(as).isEqualTo(lacking);
                        }
                    });
            mend(all, change, MOST_REMEDIES);
        }

        private void mend(
                Map<Beside, Doctored> all, UnaryOperator<SidecarSpec> change, int remediesLeft) {
            Map<String, Mended> sidecars = new LinkedHashMap<>();
            Map<DockerFlags, Mended> others = new LinkedHashMap<>();
            all.forEach(
                    (target, said) -> {
                        if (said.remedies().isEmpty()) {
                            return;
                        }
                        assertThat(remediesLeft).as(said.remedies().toString()).isPositive();
                        assertThat(said.dockerFlags()).as(said.remedies().toString()).isNotEmpty();
                        for (DockerFlags flags : said.dockerFlags()) {
                            UnaryOperator<SidecarSpec> mended =
                                    sidecar -> flags.applyTo(change.apply(sidecar));
                            if (!flags.ofSidecar()) {
                                add(others, flags, mended, target);
                            } else if (seen.add(target.jdk + ", " + spelled(target, mended))) {
                                add(sidecars, spelled(target, mended), mended, target);
                            }
                        }
                    });
            sidecars.values()
                    .forEach(
                            each ->
                                    mend(
                                            doctored(each.targets, each.change),
                                            each.change,
                                            remediesLeft - 1));
            others.forEach((flags, each) -> mendTargets(flags, each, remediesLeft - 1));
        }

        private static <K> void add(
                Map<K, Mended> to, K key, UnaryOperator<SidecarSpec> change, Beside target) {
            to.computeIfAbsent(key, _ -> new Mended(change, new ArrayList<>())).targets.add(target);
        }

        private static void mendTargets(DockerFlags flags, Mended faulty, int remediesLeft) {
            try (Started started = new Started()) {
                List<Beside> mended = new ArrayList<>();
                for (Beside each : faulty.targets) {
                    mended.add(started.addTo(mended, each.jdk, flags.applyTo(each.spec)));
                }
                new Matrix(mended, new HashSet<>())
                        .mend(doctored(mended, faulty.change), faulty.change, remediesLeft);
            }
        }

        private static String spelled(Beside target, UnaryOperator<SidecarSpec> change) {
            return change.apply(SidecarSpec.beside(target.container)).toString();
        }

        /** The doctor's findings of one new sidecar for each target. */
        private static Map<Beside, Doctored> doctored(
                List<Beside> targets, UnaryOperator<SidecarSpec> change) {
            Map<Beside, Doctored> all = new LinkedHashMap<>();
            try (SidecarContainer sidecar =
                    SidecarContainer.start(change.apply(ofAll(targets.getFirst().container)))) {
                for (Beside each : targets) {
                    all.put(each, Doctored.by(sidecar, each.container));
                }
            }
            return all;
        }
    }

    @Test
    void sidecarsBesideOrdinaryTargets() {
        try (Started started = new Started()) {
            Matrix matrix = new Matrix(started, TargetSpec::idle);
            for (int row = 0; row < SIDECARS.size(); row++) {
                Sidecar sidecar = SIDECARS.get(row);
                // Most remedies lead to the first.
                List<Jdk> jdks = row == 0 ? List.of(Jdk.values()) : Cover.jdks(row);
                matrix.row(jdks, sidecar::fault, ALL, sidecar.change());
            }
        }
    }

    @Test
    void sidecarsBesideRootTargetsWithCapabilities() {
        try (Started started = new Started()) {
            Matrix matrix =
                    new Matrix(
                            started,
                            jdk -> TargetSpec.idle(jdk).withUser("0:0").withDefaultCapabilities());
            matrix.row(Cover.jdks(0), _ -> WORKS, Set.of(), defaultRoot());
            matrix.row(Cover.jdks(1), _ -> WORKS, Set.of(), user("0:0", SYS_PTRACE));
            matrix.row(Cover.jdks(2), _ -> "capabilities", ALL, user("0:0"));
            matrix.row(Cover.jdks(3), _ -> "same-uid", ALL, UnaryOperator.identity());
        }
    }

    /** All in one PID namespace, as in a pod, so that one sidecar suffices. */
    @ParameterizedTest
    @EnumSource(Jdk.class)
    void targetsBesideASidecarWithTheSameUser(Jdk jdk) {
        try (Started started = new Started()) {
            TargetContainer first = started.add(TARGETS.getFirst().of(jdk));
            Map<Target, TargetContainer> targets = new LinkedHashMap<>();
            targets.put(TARGETS.getFirst(), first);
            for (int row = 1; row < TARGETS.size(); row++) {
                if (Cover.jdks(row).contains(jdk)) {
                    TargetSpec spec = TARGETS.get(row).of(jdk).inPidNamespaceOf(first.id());
                    targets.put(TARGETS.get(row), started.add(spec));
                }
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

    /** Neither can write into the other's files, and the target has no disk space. */
    @Test
    void dumpOfARootTargetWithCapabilitiesNamesTheRemedy() {
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

    /** Its remedy is another user or another image, not a flag of docker run. */
    @Test
    void targetsWithoutAUserNameHaveNoCounters() {
        try (Started started = new Started()) {
            List<Beside> targets =
                    started.ofEachJdk(jdk -> TargetSpec.idle(jdk).withUser("4711:4711"));
            Matrix.doctored(targets, user("4711:4711"))
                    .forEach(
                            (target, said) -> {
                                assertThat(said.remedies().keySet())
                                        .as(target.jdk.toString())
                                        .containsExactly("perf-data");
                                assertThat(said.remedies().get("perf-data"))
                                        .contains(
                                                "give the target's user a name",
                                                "echo 'app:x:4711:4711:");
                                assertThat(said.lacking()).containsExactly("counters");
                            });
        }
    }

    private static SidecarSpec ofAll(TargetContainer first) {
        return SidecarSpec.beside(first).withHeapDumps().withEnvironment("HEAPSIGHT_TARGET", "*");
    }

    /** Containers, closed in reverse. */
    private static final class Started implements AutoCloseable {
        private final Deque<Runnable> containers = new ArrayDeque<>();

        TargetContainer add(TargetSpec spec) {
            TargetContainer target = TargetContainer.start(spec);
            containers.push(target::close);
            return target;
        }

        /** One of each JDK, all in the PID namespace of the first. */
        List<Beside> ofEachJdk(Function<Jdk, TargetSpec> spec) {
            List<Beside> targets = new ArrayList<>();
            for (Jdk jdk : Jdk.values()) {
                targets.add(addTo(targets, jdk, spec.apply(jdk)));
            }
            return targets;
        }

        Beside addTo(List<Beside> others, Jdk jdk, TargetSpec spec) {
            TargetSpec inNamespace =
                    others.isEmpty()
                            ? spec
                            : spec.inPidNamespaceOf(others.getFirst().container.id());
            return new Beside(jdk, spec, add(inNamespace));
        }

        SidecarContainer sidecarOfAll(TargetContainer first) {
            SidecarContainer sidecar = SidecarContainer.start(ofAll(first));
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
