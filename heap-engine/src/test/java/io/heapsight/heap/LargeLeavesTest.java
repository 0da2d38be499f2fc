/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.Suspect;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Byte arrays that fill most of the heap, in built dumps. */
class LargeLeavesTest {
    private static final int LARGE = 1 << 20;

    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass holder = dump.addClass("com.acme.Holder").reference("data");

    private DominatorResults analyze() throws Exception {
        dump.stickyBootClasses();
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m"))
                .summary()
                .retained()
                .orElseThrow();
    }

    private static String step(Suspect.PathStep step) {
        return step.className() + step.via().map(" "::concat).orElse("");
    }

    @Test
    void retainedBytesAccumulateInTheArray() throws Exception {
        long array = dump.zeroes(BasicType.BYTE, LARGE);
        long held = dump.instance(holder, "data", array);
        dump.root(RootKind.JNI_GLOBAL, held);
        dump.root(RootKind.JNI_GLOBAL, dump.zeroes(BasicType.INT, 1));
        DominatorResults retained = analyze();

        DominatorNode biggest = retained.biggest().getFirst();
        assertThat(biggest.address()).hasValue(held);
        assertThat(biggest.children())
                .singleElement()
                .satisfies(
                        child -> {
                            assertThat(child.address()).hasValue(array);
                            assertThat(child.className()).isEqualTo("byte[]");
                            assertThat(child.retainedBytes()).isEqualTo(child.shallowBytes());
                            assertThat(child.retainedBytes()).isGreaterThan(LARGE);
                        });
        Suspect suspect = retained.suspects().getFirst();
        assertThat(suspect.address()).hasValue(array);
        assertThat(suspect.found().places())
                .containsExactly(
                        HolderPlace.of(HolderPlace.Kind.FIELD, "com.acme.Holder.data", false));
        assertThat(suspect.path().stream().map(LargeLeavesTest::step))
                .containsExactly("byte[]", "com.acme.Holder data");
    }

    @Test
    void exclusivelyHeldArrayIsTheSuspect() throws Exception {
        long array = dump.zeroes(BasicType.BYTE, LARGE);
        dump.root(RootKind.JNI_GLOBAL, array);
        Suspect suspect = analyze().suspects().getFirst();

        assertThat(suspect.className()).isEqualTo("byte[]");
        assertThat(suspect.accumulation()).isEmpty();
        assertThat(suspect.share()).isGreaterThan(0.9);
        assertThat(suspect.path()).hasSize(1);
        assertThat(suspect.path().getFirst().root()).isEqualTo(Optional.of("JNI global"));
    }

    @Test
    void sharedArrayIsTheSuspectWithOnePath() throws Exception {
        long array = dump.zeroes(BasicType.BYTE, LARGE);
        dump.root(RootKind.JNI_GLOBAL, dump.instance(holder, "data", array));
        dump.root(RootKind.JNI_GLOBAL, dump.instance(holder, "data", array));
        DominatorResults retained = analyze();

        assertThat(retained.biggest().getFirst().address()).hasValue(array);
        assertThat(retained.suspects().getFirst().path().stream().map(LargeLeavesTest::step))
                .containsExactly("byte[]", "com.acme.Holder data");
    }

    @Test
    void smallArraysAreASuspectTogether() throws Exception {
        for (int i = 0; i < 20; i++) {
            dump.root(RootKind.JNI_GLOBAL, dump.zeroes(BasicType.BYTE, LARGE + i));
        }
        List<Suspect> suspects = analyze().suspects();

        assertThat(suspects).hasSize(1);
        assertThat(suspects.getFirst().kind()).isEqualTo(Suspect.Kind.GROUP);
        assertThat(suspects.getFirst().address()).isEqualTo(OptionalLong.empty());
        assertThat(suspects.getFirst().className()).isEqualTo("byte[]");
        assertThat(suspects.getFirst().instances()).isEqualTo(20);
        assertThat(suspects.getFirst().share()).isGreaterThan(0.9);
    }
}
