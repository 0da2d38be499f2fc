/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Segments of a log that stay mapped. */
public final class MappedLeak {
    static final List<MappedByteBuffer> SEGMENTS = new ArrayList<>();

    public static void run() throws Exception {
        Catalogue.fill(1);
        Path file = Files.createTempFile("segment", ".log");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int i = 0; i < 3_000; i++) {
                SEGMENTS.add(channel.map(FileChannel.MapMode.READ_WRITE, 0, 65_536));
            }
        }
    }
}
