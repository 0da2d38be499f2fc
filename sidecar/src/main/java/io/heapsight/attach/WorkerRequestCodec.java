/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.attach.WorkerFrame.Kind;
import io.heapsight.unit.Problem;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Encodes and decodes the bodies of structured frames. */
final class WorkerRequestCodec {
    private WorkerRequestCodec() {}

    /**
     * A command for a JVM.
     *
     * @param timeoutNanos from its receipt
     */
    record Command(AttachTarget target, AttachCommand command, long timeoutNanos) {
        WorkerFrame frame(int request) {
            return WorkerFrame.of(
                    request,
                    Kind.COMMAND,
                    out -> {
                        out.writeInt(target.pid());
                        out.writeInt(target.nsPid());
                        out.writeLong(target.startTicks());
                        out.writeInt(target.javaMajor());
                        write(out, target.otherVm());
                        write(out, target.attachDisabledBy());
                        write(out, target.signalsReducedBy());
                        out.writeBoolean(target.isNativeImage());
                        out.writeUTF(command.operation());
                        out.writeInt(command.arguments().size());
                        for (String each : command.arguments()) {
                            out.writeUTF(each);
                        }
                        out.writeLong(timeoutNanos);
                    });
        }

        static Command read(DataInputStream in) throws IOException {
            AttachTarget target =
                    new AttachTarget(
                            in.readInt(),
                            in.readInt(),
                            in.readLong(),
                            in.readInt(),
                            text(in),
                            text(in),
                            text(in),
                            in.readBoolean());
            String operation = in.readUTF();
            List<String> arguments = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                arguments.add(in.readUTF());
            }
            return new Command(target, AttachCommand.of(operation, arguments), in.readLong());
        }
    }

    /** A part of a file, or only a path. */
    record File(Path path, long offset, int maxBytes) {
        WorkerFrame frame(int request, Kind kind) {
            return WorkerFrame.of(
                    request,
                    kind,
                    out -> {
                        out.writeUTF(path.toString());
                        out.writeLong(offset);
                        out.writeInt(maxBytes);
                    });
        }

        static File read(DataInputStream in) throws IOException {
            return new File(Path.of(in.readUTF()), in.readLong(), in.readInt());
        }
    }

    /** A new file and its content. */
    @SuppressWarnings("ArrayRecordComponent") // used only between pipe and disk
    record Content(Path path, byte[] bytes) {
        WorkerFrame frame(int request) {
            return WorkerFrame.of(
                    request,
                    Kind.WRITE,
                    out -> {
                        out.writeUTF(path.toString());
                        out.write(bytes);
                    });
        }

        static Content read(DataInputStream in) throws IOException {
            return new Content(Path.of(in.readUTF()), in.readAllBytes());
        }
    }

    /** Threads, by id. */
    record Threads(List<Integer> ids) {
        WorkerFrame frame(int request) {
            return WorkerFrame.of(
                    request,
                    Kind.THREAD_ADDRESSES,
                    out -> {
                        out.writeInt(ids.size());
                        for (int id : ids) {
                            out.writeInt(id);
                        }
                    });
        }

        static Threads read(DataInputStream in) throws IOException {
            List<Integer> ids = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                ids.add(in.readInt());
            }
            return new Threads(ids);
        }
    }

    /** Encodes one address per thread. */
    static WorkerFrame addresses(int request, long[] addresses) {
        return WorkerFrame.of(
                request,
                Kind.DATA,
                out -> {
                    for (long address : addresses) {
                        out.writeLong(address);
                    }
                });
    }

    static WorkerFrame failure(int request, AttachFailure failure) {
        Problem problem = failure.problem();
        return WorkerFrame.of(
                request,
                Kind.PROBLEM,
                out -> {
                    out.writeUTF(problem.kind().name());
                    out.writeUTF(bounded(problem.title()));
                    out.writeUTF(bounded(problem.detail()));
                    out.writeUTF(bounded(problem.remedy()));
                    out.writeBoolean(failure.isBrokenAnswer());
                });
    }

    static AttachFailure readFailure(DataInputStream in) throws IOException {
        Problem problem =
                new Problem(
                        Problem.Kind.valueOf(in.readUTF()),
                        in.readUTF(),
                        in.readUTF(),
                        in.readUTF());
        return new AttachFailure.InChild(problem, in.readBoolean());
    }

    /** Cuts a text: DataOutput supports at most 65,535 bytes. */
    private static String bounded(String text) {
        return text.length() <= 16_000 ? text : text.substring(0, 16_000) + " …";
    }

    private static void write(DataOutputStream out, Optional<String> text) throws IOException {
        out.writeBoolean(text.isPresent());
        out.writeUTF(bounded(text.orElse("")));
    }

    private static Optional<String> text(DataInputStream in) throws IOException {
        boolean present = in.readBoolean();
        String text = in.readUTF();
        return present ? Optional.of(text) : Optional.empty();
    }
}
