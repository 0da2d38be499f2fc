/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Spoilt answers to Thread.print: each ends in threads, or is refused with its line. */
class MutatedThreadDumpTest {
    @Test
    void spoiltAnswersEndInThreadsOrAreRefusedWithTheLine() {
        Mutants.ofTexts(RecordedDumps.JDKS.stream().map(RecordedDumps::text).toList())
                .areReadOrRefused(
                        MutatedThreadDumpTest::read, List.of(ThreadFormatException.class));
    }

    private static void read(byte[] answer) throws Exception {
        try {
            ThreadDump.Content dump =
                    RecordedDumps.read(new String(answer, StandardCharsets.UTF_8));
            assertThat(dump.groups().stream().mapToInt(StackGroup::count).sum())
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
