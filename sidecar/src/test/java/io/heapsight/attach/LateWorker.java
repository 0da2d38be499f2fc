/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.attach.WorkerFrame.Kind;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker whose target answers late: the next file request first sends the whole reply of the
 * command. The content of the file is the list of cancelled requests.
 */
final class LateWorker {
    private static final int PARTS = 1_000;

    private LateWorker() {}

    static void main() throws IOException {
        DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        new WorkerFrame(0, Kind.END, new byte[0]).write(out);
        List<Integer> cancelled = new ArrayList<>();
        int command = 0;
        while (true) {
            WorkerFrame frame = WorkerFrame.read(in);
            switch (frame.kind()) {
                case COMMAND -> command = frame.request();
                case CANCEL -> cancelled.add(frame.request());
                default -> {
                    for (int i = 0; i < PARTS; i++) {
                        new WorkerFrame(command, Kind.DATA, new byte[100]).write(out);
                    }
                    byte[] content = cancelled.toString().getBytes(StandardCharsets.UTF_8);
                    new WorkerFrame(frame.request(), Kind.DATA, content).write(out);
                    new WorkerFrame(frame.request(), Kind.END, new byte[0]).write(out);
                }
            }
        }
    }
}
