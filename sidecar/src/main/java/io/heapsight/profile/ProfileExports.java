/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import one.convert.Arguments;
import one.convert.JfrConverter;
import one.convert.JfrToOtlp;
import one.convert.JfrToPprof;
import one.jfr.JfrReader;
import one.jfr.event.EventCollector;
import org.jspecify.annotations.Nullable;

/** Converts recordings to the binary formats of other tools. */
final class ProfileExports {
    /** A converted recording, in memory. */
    @FunctionalInterface
    interface Document {
        void writeTo(OutputStream out) throws IOException;
    }

    private ProfileExports() {}

    /**
     * Converts to the format of pprof: protobuf, compressed.
     *
     * @throws IOException if the recording can't be read
     */
    static Document pprof(Path recording, ProfileEvent event, Optional<Instant> collectedAt)
            throws IOException {
        try (JfrReader jfr = new JfrReader(recording.toString())) {
            Pprof pprof = new Pprof(jfr, arguments(event));
            pprof.survivors = LiveSamples.of(jfr, event, collectedAt);
            convert(pprof);
            return out -> {
                try (GZIPOutputStream compressed = new GZIPOutputStream(out)) {
                    pprof.dump(compressed);
                }
            };
        }
    }

    /**
     * Converts to the profiles of OpenTelemetry: protobuf.
     *
     * @throws IOException if the recording can't be read
     */
    static Document otlp(Path recording, ProfileEvent event, Optional<Instant> collectedAt)
            throws IOException {
        try (JfrReader jfr = new JfrReader(recording.toString())) {
            Otlp otlp = new Otlp(jfr, arguments(event));
            otlp.survivors = LiveSamples.of(jfr, event, collectedAt);
            convert(otlp);
            return otlp::dump;
        }
    }

    private static Arguments arguments(ProfileEvent event) {
        Arguments arguments = JfrProfileReader.arguments(event);
        arguments.total = event.isMemory() || event == ProfileEvent.LOCK;
        return arguments;
    }

    private static void convert(JfrConverter converter) throws IOException {
        try {
            converter.convert();
        } catch (RuntimeException | StackOverflowError e) {
            throw new IOException("the recording is damaged", e);
        }
    }

    /**
     * Converts to pprof. The superclass's constructor creates the collector before {@code
     * survivors} is set.
     */
    private static final class Pprof extends JfrToPprof {
        private @Nullable LiveSamples survivors;

        Pprof(JfrReader jfr, Arguments arguments) {
            super(jfr, arguments);
        }

        @Override
        protected EventCollector createCollector(Arguments arguments) {
            return new FilteringEventCollector(super.createCollector(arguments), () -> survivors);
        }
    }

    /** Converts to OTLP; counts samples as {@link Pprof} does. */
    private static final class Otlp extends JfrToOtlp {
        private @Nullable LiveSamples survivors;

        Otlp(JfrReader jfr, Arguments arguments) {
            super(jfr, arguments);
        }

        @Override
        protected EventCollector createCollector(Arguments arguments) {
            return new FilteringEventCollector(super.createCollector(arguments), () -> survivors);
        }
    }
}
