/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the records of real dumps with the figures of HotSpot and Eclipse MAT. */
class GoldenDumpTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = GoldenDump.WITHOUT_MAT)
    void everyRecordIsRead(GoldenDump golden) throws IOException {
        try (HprofFile file = HprofFile.open(golden.file())) {
            long objects = 0;
            long classes = 0;
            RecordCursor records = new RecordCursor(file.bytes());
            for (Segment segment : file.segments()) {
                records.reset(segment.start(), segment.end());
                while (records.next()) {
                    objects += records.isObject() ? 1 : 0;
                    classes += records.tag() == SubRecord.CLASS ? 1 : 0;
                }
                assertThat(records.nextPosition()).isEqualTo(segment.end());
            }

            assertThat(file.warnings()).isEmpty();
            // MAT invents an object at address 0 and counts classes as objects.
            assertThat(objects + classes)
                    .isEqualTo(
                            golden.matTotal("objects")
                                    - 1
                                    + golden.matTotal("unreachable_objects"));
        }
    }
}
