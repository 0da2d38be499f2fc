/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers of com.acme.Hung, with four threads in its pool, to {@code Thread.print -l}. */
final class RecordedDumps {
    static final List<Integer> JDKS = List.of(8, 11, 17, 21, 25);

    private RecordedDumps() {}

    static String text(int jdk) {
        try (InputStream in =
                RecordedDumps.class.getResourceAsStream("/threads/jdk-" + jdk + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("jdk-" + jdk, e);
        }
    }

    static ThreadDump.Content read(int jdk) throws Exception {
        return read(text(jdk));
    }

    static ThreadDump.Content read(String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ThreadDumpReader.read(new ByteArrayInputStream(bytes)).content();
    }
}
