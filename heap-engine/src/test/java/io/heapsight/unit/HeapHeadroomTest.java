/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapHeadroomTest {
    private static final int MIB = 1024 * 1024;

    /** Allocates all available memory, with or without reservation; prints the remaining bytes. */
    static final class Glutton {
        public static void main(String[] arguments) {
            boolean asks = arguments[0].equals("asks");
            List<byte[]> taken = new ArrayList<>();
            try {
                while (true) {
                    if (asks) {
                        HeapHeadroom.ensure(4096);
                    }
                    taken.add(new byte[4096]);
                }
            } catch (OutOfMemoryError _) {
                int left = left();
                int count = taken.size();
                taken.clear();
                System.out.println(left + " " + count);
            }
        }

        private static int left() {
            List<byte[]> rest = new ArrayList<>(2 * MIB / 4096);
            try {
                while (rest.size() < 2 * MIB / 4096) {
                    rest.add(new byte[4096]);
                }
                return rest.size() * 4096;
            } catch (OutOfMemoryError _) {
                return rest.size() * 4096;
            }
        }
    }

    @Test
    void reservationLeavesSomeRoom() throws IOException {
        assertThat(left("asks")).isGreaterThan(MIB / 2);
        assertThat(left("does not")).isLessThan(MIB / 10);
    }

    @Test
    void sufficientRoomIsNoError() {
        assertThatCode(() -> HeapHeadroom.ensure(0)).doesNotThrowAnyException();
    }

    /** In a JVM with the heap of a small sidecar. */
    private static int left(String how) throws IOException {
        Process jvm =
                JdkTools.java("-Xmx10m", "-XX:+UseSerialGC", Glutton.class.getName(), how).start();
        String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Integer.parseInt(said.substring(0, said.indexOf(' ')));
    }
}
