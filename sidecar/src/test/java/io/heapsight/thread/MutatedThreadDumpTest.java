/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mutated thread dumps: each is read, or refused with its line or byte. */
class MutatedThreadDumpTest {
    @Test
    void mutatedAnswersAreReadOrRefusedWithTheLine() {
        Mutants.ofTexts(RecordedDumps.JDKS.stream().map(RecordedDumps::text).toList())
                .areReadOrRefused(
                        MutatedThreadDumpTest::read, List.of(ThreadFormatException.class));
    }

    @Test
    void mutatedVirtualThreadDumpsAreReadOrNameTheBreak() {
        Mutants.ofTexts(
                        RecordedVirtualThreads.JDKS.stream()
                                .map(RecordedVirtualThreads::text)
                                .toList())
                .areReadOrRefused(MutatedThreadDumpTest::readVirtual, List.of(IOException.class));
    }

    private static void readVirtual(byte[] dump) throws Exception {
        VirtualThreadReader.Answer answer = RecordedVirtualThreads.read(dump);
        ThreadDump.Content content = answer.content();
        assertThat(content.threads().size() + content.omitted()).isEqualTo(answer.count());
        assertThat(content.threads()).allMatch(JavaThread::virtual);
        if (answer.cut().isPresent()) {
            assertThat(answer.cut().get()).isNotBlank();
            throw new IOException(answer.cut().get());
        }
    }

    private static void read(byte[] answer) throws Exception {
        try {
            ThreadDump.Content dump =
                    RecordedDumps.read(new String(answer, StandardCharsets.UTF_8));
            assertThat(dump.groups().stream().mapToInt(SameStackThreads::count).sum())
                    .isEqualTo(dump.threads().size());
            assertThat(dump.deadlocks())
                    .allSatisfy(each -> assertThat(each.waiters()).isNotEmpty());
            StuckThreads stuck = new StuckThreads();
            stuck.add(new ThreadDump(Instant.EPOCH, 0, dump));
            stuck.add(new ThreadDump(Instant.EPOCH, 1, dump));
            assertThat(stuck.found()).allSatisfy(each -> assertThat(each.method()).isNotNull());
        } catch (ThreadFormatException e) {
            assertThat(e).hasMessageStartingWith("line ");
            throw e;
        }
    }
}
