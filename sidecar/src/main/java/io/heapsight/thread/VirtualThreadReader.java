/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Parses the virtual threads of a {@code Thread.dump_to_file -format=json}:
 *
 * <pre>
 * {"threadDump":{"threadContainers":[{"container":"&lt;root&gt;","threads":[
 *   {"tid":"24","time":"…","virtual":true,"name":"","state":"WAITING",
 *    "parkBlocker":{"object":"java.util.concurrent.locks.ReentrantLock$NonfairSync@fec4a5a","owner":"3"},
 *    "blockedOn":"java.lang.Object@48fefd77","waitingOn":"java.lang.Object@28dc6410",
 *    "stack":["java.base\/java.lang.VirtualThread.park(VirtualThread.java:745)"],
 *    "monitorsOwned":[{"depth":3,"locks":["java.lang.Object@28dc6410"]}],"carrier":"23"}]}]}}
 * </pre>
 *
 * <p>JDK 21 to 23 write tid, name and stack only; JDK 27 writes ids as numbers. Skips platform
 * threads, since {@code Thread.print} shows more about them. Holds one thread and the contents of a
 * {@link ThreadDumpBuilder}. Keeps the threads before the end of a truncated dump.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/java.base/share/classes/jdk/internal/vm/ThreadDumper.java">ThreadDumper</a>
 */
final class VirtualThreadReader {
    private static final int DEEPEST = 16;
    private static final int LONGEST_TEXT = 1024 * 1024;
    private static final int LONGEST_QUOTE = 200;

    private static final JsonFactory FORMAT =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEEPEST)
                                    .maxStringLength(LONGEST_TEXT)
                                    .build())
                    .build();

    private final JsonParser json;
    private final LongPredicate isPlatform;
    private final ThreadDumpBuilder builder = ThreadDumpBuilder.ofVirtualThreads();
    private long count;

    private VirtualThreadReader(JsonParser json, LongPredicate isPlatform) {
        this.json = json;
        this.isPlatform = isPlatform;
    }

    /**
     * The threads read.
     *
     * @param cut the reason if the dump is truncated
     */
    record Answer(ThreadDump.Content content, long count, Optional<String> cut) {}

    /** Reads the current value of the parser to its end. */
    @FunctionalInterface
    private interface Reader {
        void read(String field) throws IOException;
    }

    /**
     * Reads a dump to its end, or as far as possible.
     *
     * @param in its IOException becomes the reason of a truncation
     * @param isPlatform whether the thread with an id is known to be a platform thread, since JDK
     *     21 does not mark threads without frames
     */
    static Answer read(InputStream in, LongPredicate isPlatform) throws IOException {
        try (JsonParser json = FORMAT.createParser(in)) {
            return new VirtualThreadReader(json, isPlatform).answer();
        }
    }

    private Answer answer() {
        Optional<String> cut = Optional.empty();
        try {
            json.nextToken();
            object("the dump", this::document);
        } catch (JsonProcessingException e) {
            cut = Optional.of(position() + IoReason.why(e));
        } catch (IOException e) {
            cut = Optional.of(IoReason.of(e));
        }
        return new Answer(builder.build(), count, cut.map(VirtualThreadReader::shown));
    }

    private static String shown(String reason) {
        return VisibleText.of(reason, LONGEST_QUOTE);
    }

    private void document(String field) throws IOException {
        if (field.equals("threadDump")) {
            object(field, this::dump);
        } else {
            json.skipChildren();
        }
    }

    private void dump(String field) throws IOException {
        if (field.equals("threadContainers")) {
            array(field, _ -> object("a container", this::container));
        } else {
            json.skipChildren();
        }
    }

    private void container(String field) throws IOException {
        if (field.equals("threads")) {
            array(field, _ -> thread());
        } else {
            json.skipChildren();
        }
    }

    private void thread() throws IOException {
        PartialJsonThread thread = new PartialJsonThread();
        object("a thread", field -> property(thread, field));
        if (thread.isVirtual(isPlatform)) {
            count++;
            builder.add(thread.thread());
        }
    }

    private void property(PartialJsonThread thread, String field) throws IOException {
        switch (field) {
            case "tid" -> thread.id = number(field);
            case "name" -> thread.name = text(field);
            case "state" -> thread.state = Optional.of(text(field));
            case "virtual" -> thread.virtual = json.currentToken() == JsonToken.VALUE_TRUE;
            case "carrier" -> thread.carrier = Optional.of(number(field));
            case "stack" -> array(field, each -> thread.addFrame(text(each)));
            case "parkBlocker" -> parkBlocker(thread);
            case "blockedOn" -> thread.addLock(ThreadLock.Relation.BLOCKED_ON, text(field));
            case "waitingOn" -> thread.addLock(ThreadLock.Relation.WAITING_ON, text(field));
            case "monitorsOwned" ->
                    array(field, each -> object(each, inner -> monitors(thread, inner)));
            default -> json.skipChildren();
        }
    }

    private void parkBlocker(PartialJsonThread thread) throws IOException {
        object(
                "parkBlocker",
                field -> {
                    switch (field) {
                        case "object" -> thread.addLock(ThreadLock.Relation.PARKED_ON, text(field));
                        case "owner" -> thread.parkedBehind = Optional.of(number(field));
                        default -> json.skipChildren();
                    }
                });
    }

    /** Reads the held monitors; one that the compiler has eliminated is null. */
    private void monitors(PartialJsonThread thread, String field) throws IOException {
        if (!field.equals("locks")) {
            json.skipChildren();
            return;
        }
        array(
                field,
                each -> {
                    if (json.currentToken() != JsonToken.VALUE_NULL) {
                        thread.addLock(ThreadLock.Relation.LOCKED, text(each));
                    }
                });
    }

    private void object(String what, Reader fields) throws IOException {
        expect(JsonToken.START_OBJECT, what, "an object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            fields.read(name);
        }
    }

    private void array(String what, Reader elements) throws IOException {
        expect(JsonToken.START_ARRAY, what, "an array");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.read("an element of " + what);
        }
    }

    private String text(String what) throws IOException {
        expect(JsonToken.VALUE_STRING, what, "a text");
        return json.getText();
    }

    /** Reads a number, which JDK 21 to 26 write as text. */
    private long number(String what) throws IOException {
        String digits = json.getText();
        if (digits == null || !digits.matches("\\d{1,18}")) {
            throw notThat(what, "a whole number");
        }
        return Long.parseLong(digits);
    }

    private void expect(JsonToken token, String what, String expected) throws IOException {
        if (json.currentToken() != token) {
            throw notThat(what, expected);
        }
    }

    private IOException notThat(String what, String expected) {
        return new IOException(
                json.currentToken() == null
                        ? "no data"
                        : "%s%s is not %s".formatted(position(), what, expected));
    }

    private String position() {
        return "at byte %d, ".formatted(json.currentLocation().getByteOffset());
    }
}
