/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Chooses names from events as the JDK's {@code jfr view} does. */
final class EventGroupKeys {
    static final String UNKNOWN = "(unknown)";

    private static final Set<String> GC_CLASSES = Set.of("java.lang.Runtime", "java.lang.System");

    private EventGroupKeys() {}

    /** The innermost Java frame; empty if the event has no stack. */
    static Optional<String> topFrame(RecordedEvent event) {
        return frame(event, _ -> true);
    }

    /**
     * The innermost frame of a class that the boot loader has not loaded, else the innermost frame.
     */
    static Optional<String> topApplicationFrame(RecordedEvent event) {
        return frame(event, EventGroupKeys::isOfApplication).or(() -> topFrame(event));
    }

    /**
     * The innermost frame outside of System and Runtime: that of the program, of RMI, or of direct
     * memory.
     */
    static Optional<String> callerOfSystemGc(RecordedEvent event) {
        return frame(
                event,
                frame -> {
                    RecordedClass type = frame.getMethod().getType();
                    return type == null || !GC_CLASSES.contains(type.getName());
                });
    }

    /** The innermost frame that is not a constructor, else the innermost frame. */
    static Optional<String> topNotInitFrame(RecordedEvent event) {
        return frame(event, frame -> !frame.getMethod().getName().equals("<init>"))
                .or(() -> topFrame(event));
    }

    private static boolean isOfApplication(RecordedFrame frame) {
        RecordedClass type = frame.getMethod().getType();
        RecordedClassLoader loader = type == null ? null : type.getClassLoader();
        return loader != null && !"bootstrap".equals(loader.getName());
    }

    private static Optional<String> frame(RecordedEvent event, Predicate<RecordedFrame> wanted) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack == null) {
            return Optional.empty();
        }
        List<RecordedFrame> frames = stack.getFrames();
        for (RecordedFrame frame : frames) {
            if (frame.isJavaFrame() && frame.getMethod() != null && wanted.test(frame)) {
                return Optional.of(method(frame.getMethod()));
            }
        }
        return Optional.empty();
    }

    /** "com.acme.Shop.order(String, int)". */
    static String method(RecordedMethod method) {
        RecordedClass type = method.getType();
        return (type == null ? UNKNOWN : className(type))
                + "."
                + method.getName()
                + "("
                + DescriptorText.parameters(method.getDescriptor())
                + ")";
    }

    /** "java.lang.String", "int[]". */
    static String className(RecordedClass type) {
        String name = type.getName();
        return name.startsWith("[") ? DescriptorText.type(name) : name;
    }

    static String className(RecordedObject event, String field) {
        return event.hasField(field) && event.getValue(field) instanceof RecordedClass type
                ? className(type)
                : UNKNOWN;
    }

    static String text(RecordedObject event, String field) {
        @Nullable Object value = event.hasField(field) ? event.getValue(field) : null;
        return value instanceof String text && !text.isEmpty() ? text : UNKNOWN;
    }

    static long number(RecordedObject event, String field) {
        return event.hasField(field) ? Math.max(0, event.getLong(field)) : 0;
    }
}
