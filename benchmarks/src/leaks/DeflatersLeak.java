/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/** Deflaters without end(): their buffers are outside the heap. */
public final class DeflatersLeak {
    static final List<Deflater> OPEN = new ArrayList<>();

    public static void run() {
        Catalogue.fill(1);
        for (int i = 0; i < 1_500; i++) {
            OPEN.add(new Deflater());
        }
    }
}
