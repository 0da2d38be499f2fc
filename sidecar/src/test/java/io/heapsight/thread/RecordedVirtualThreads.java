/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Output of {@code Thread.dump_to_file -format=json} with eight virtual threads. One waits for a
 * queue, one for a lock of main, two sleep, one waits in Object.wait, one holds a monitor and
 * sleeps, one is blocked on that monitor, one computes.
 */
final class RecordedVirtualThreads {
    static final List<Integer> JDKS = List.of(21, 25, 27);

    /** Platform threads without frames, as in Thread.print: the signal dispatcher, … */
    private static final Set<Long> FRAMELESS = Set.of(11L, 16L);

    private RecordedVirtualThreads() {}

    static String text(int jdk) {
        String name = "/threads/virtual-jdk-" + jdk + ".json";
        try (InputStream in = RecordedVirtualThreads.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name, e);
        }
    }

    static VirtualThreadReader.Answer read(int jdk) throws IOException {
        return read(text(jdk));
    }

    static VirtualThreadReader.Answer read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    static VirtualThreadReader.Answer read(byte[] bytes) throws IOException {
        return VirtualThreadReader.read(new ByteArrayInputStream(bytes), FRAMELESS::contains);
    }
}
