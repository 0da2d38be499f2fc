/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileFrames;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the profile of a run. Needs a few megabytes at most, for any document. */
final class RunProfileReader {
    private final JsonValueReader json;
    private final List<ProfileFrames.Frame> frames = new ArrayList<>();
    private @Nullable ProfileEvent event;
    private Instant startedAt = Instant.EPOCH;
    private double seconds;
    private String id = "";
    private String engine = "";
    private long samples;
    private long[] blocks = {};
    private int leftOut;

    private RunProfileReader(JsonValueReader json) {
        this.json = json;
    }

    static RunProfile read(JsonValueReader json) throws IOException {
        RunProfileReader reader = new RunProfileReader(json);
        json.startObject();
        reader.fields();
        return new RunProfile(reader.startedAt, reader.seconds, reader.id, reader.profileFrames());
    }

    /**
     * Reads the output of a child process for a recording.
     *
     * @throws IOException if it is unreadable or invalid
     */
    static ProfileFrames readFrames(InputStream in) throws IOException {
        try (JsonParser parser = RunJsonReader.FORMAT.createParser(in)) {
            JsonValueReader json = new JsonValueReader(parser, "");
            RunProfileReader reader = new RunProfileReader(json);
            json.reading(
                    () -> {
                        json.startObject();
                        reader.fields();
                    });
            return reader.profileFrames();
        }
    }

    /** Reads a method's numbers, one per block of the profile. */
    private ProfileFrames profileFrames() throws IOException {
        if (event == null) {
            throw json.wrong("a profile without \"event\"");
        }
        List<ProfileFrames.Frame> known = new ArrayList<>();
        for (ProfileFrames.Frame each : frames) {
            known.add(
                    new ProfileFrames.Frame(
                            each.name(),
                            Arrays.copyOf(each.self(), blocks.length),
                            Arrays.copyOf(each.total(), blocks.length)));
        }
        return new ProfileFrames(event, engine, samples, blocks, known, leftOut);
    }

    private void fields() throws IOException {
        while (json.nextField()) {
            switch (json.name()) {
                case "startedAt" -> startedAt = json.time();
                case "seconds" -> seconds = json.number();
                case "id" -> id = name();
                case "event" -> event = event();
                case "engine" -> engine = name();
                case "samples" -> samples = json.integer(0, Long.MAX_VALUE);
                case "blocks" -> blocks = weights();
                case "frames" -> frames();
                case "framesLeftOut" -> leftOut = (int) json.integer(0, Integer.MAX_VALUE);
                default -> json.skip();
            }
        }
    }

    private ProfileEvent event() throws IOException {
        return Labelled.find(ProfileEvent.rates(), json.text())
                .orElseThrow(() -> json.wrong("not an event of profiles"));
    }

    private String name() throws IOException {
        String name = json.text();
        if (name.codePointCount(0, name.length()) > ProfileFrames.LONGEST_NAME) {
            throw json.wrong("longer than " + ProfileFrames.LONGEST_NAME + " characters");
        }
        return name;
    }

    private void frames() throws IOException {
        json.startArray();
        while (json.nextElement(JsonToken.START_OBJECT, "a method")) {
            if (frames.size() == ProfileFrames.MOST) {
                throw json.wrong("more than " + ProfileFrames.MOST + " methods");
            }
            frames.add(frame());
        }
    }

    private ProfileFrames.Frame frame() throws IOException {
        String name = "";
        long[] self = {};
        long[] total = {};
        while (json.nextField()) {
            switch (json.name()) {
                case "name" -> name = name();
                case "self" -> self = weights();
                case "total" -> total = weights();
                default -> json.skip();
            }
        }
        return new ProfileFrames.Frame(name, self, total);
    }

    private long[] weights() throws IOException {
        long[] weights = new long[ProfileFrames.MOST_BLOCKS];
        int size = 0;
        json.startArray();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (size == weights.length) {
                throw json.wrong("more than " + weights.length + " blocks of time");
            }
            weights[size] = json.currentInteger(0, ProfileFrames.MOST_WEIGHT);
            size++;
        }
        return Arrays.copyOf(weights, size);
    }
}
