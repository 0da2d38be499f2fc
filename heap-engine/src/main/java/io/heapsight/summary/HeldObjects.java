/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import io.heapsight.unit.Thousands;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Objects that a program holds in one place, or in several places together.
 *
 * @param pattern the form in which the objects are held
 * @param places the program's places, the nearest to the objects first; the JDK's if there is none
 *     of the program
 * @param within the places that hold the object of the first place, the nearest first
 * @param holders number of objects that hold it in that place, such as threads of a ThreadLocal
 * @param elements number of elements of the collection or array; empty for other objects
 * @param content the held objects, in the program's terms; empty if they are of many kinds
 * @param inner the place in the content that holds most of it; empty if there is none
 * @param classes all objects below the place by class, ranked by bytes
 * @param others more places below the same object that hold a large part
 * @param mergedPaths from the GC roots, if the objects are held in several places; else empty
 * @param cause the cause of a known leak
 */
public record HeldObjects(
        Severity severity,
        Pattern pattern,
        List<HolderPlace> places,
        List<HolderPlace> within,
        long holders,
        OptionalLong elements,
        Optional<Content> content,
        Optional<Inner> inner,
        List<Total.OfClass> classes,
        List<Other> others,
        List<MergedStep> mergedPaths,
        Optional<LeakCause> cause) {
    /** The form in which objects are held. */
    public enum Pattern {
        COLLECTION,
        ARRAY,
        QUEUE,
        LISTENERS,
        LAMBDAS,
        LINKED_OBJECTS,
        THREAD_LOCAL,
        LOCAL_VARIABLE,
        CLASS_LOADERS,
        DIRECT_BUFFERS,
        OBJECT,
        GROUP
    }

    /** A number of objects of one class. */
    public record Content(String className, long objects) {}

    /** A place in each of the held objects, and the total content of these places. */
    public record Inner(HolderPlace place, Content content) {}

    /** Another place, and its retained bytes. */
    public record Other(HolderPlace place, long retainedBytes) {}

    /**
     * A step of the merged shortest paths from the GC roots to all objects of a class.
     *
     * @param depth 0 for a root
     * @param objects number of objects of the class below
     * @param via the field by which the previous step refers to it; "" for a root
     */
    public record MergedStep(int depth, long objects, String className, String via) {}

    public HeldObjects {
        places = List.copyOf(places);
        within = List.copyOf(within);
        classes = List.copyOf(classes);
        others = List.copyOf(others);
        mergedPaths = List.copyOf(mergedPaths);
    }

    /** The holding with its known cause. */
    public HeldObjects withCause(
            Severity itsSeverity, List<HolderPlace> itsPlaces, LeakCause known) {
        return new HeldObjects(
                itsSeverity,
                pattern,
                itsPlaces.isEmpty() ? places : itsPlaces,
                within,
                holders,
                elements,
                content,
                inner,
                classes,
                List.of(),
                mergedPaths,
                Optional.of(known));
    }

    /** The doubt about the cause: 0 for a kind that healthy programs lack. */
    int doubt() {
        return cause.map(
                        known ->
                                switch (known.certainty()) {
                                    case LEAK -> 0;
                                    case SHARE -> 1;
                                    case BOUNDED -> 3;
                                })
                .orElse(2);
    }

    String sentence(Suspect suspect) {
        return cause.map(known -> sentence(known, suspect)).orElseGet(() -> asHeld(suspect));
    }

    private static String sentence(LeakCause known, Suspect suspect) {
        return String.format(
                Locale.ROOT,
                "%s %s %.1f %% of the heap: %s.",
                known.subject(),
                known.plural() ? "hold" : "holds",
                100 * suspect.share(),
                known.detail());
    }

    private String asHeld(Suspect suspect) {
        StringBuilder text = new StringBuilder();
        String held = held(suspect);
        text.append(subject(suspect));
        if (!held.isEmpty()) {
            text.append(", ").append(held).append(',');
        }
        text.append(verb(suspect.kind() == Suspect.Kind.GROUP));
        text.append(String.format(Locale.ROOT, "%.1f %% of the heap", 100 * suspect.share()));
        content.filter(what -> !places.isEmpty())
                .ifPresent(what -> text.append(": ").append(contentText(what)));
        inner.ifPresent(
                more ->
                        text.append(", with ")
                                .append(count(more.content()))
                                .append(" in ")
                                .append(more.place().text()));
        for (Other other : others) {
            text.append("; ").append(other.place().text()).append(" beside it ");
            double share = suspect.share() * other.retainedBytes() / suspect.retainedBytes();
            text.append(String.format(Locale.ROOT, "%.1f %%", 100 * share));
        }
        return text.append('.').toString();
    }

    private String verb(boolean group) {
        if (hasNoName()) {
            return group ? " take " : " holds ";
        }
        if (places.size() > 1) {
            return group ? " together hold " : " hold ";
        }
        return " holds ";
    }

    /** Whether no place of the program is known, so that objects are named by their class. */
    private boolean hasNoName() {
        return places.isEmpty() || (content.isEmpty() && places.getFirst().jdk());
    }

    private String contentText(Content what) {
        return switch (pattern) {
            case CLASS_LOADERS ->
                    Thousands.of(what.objects()) + " class loaders hold " + what.className();
            default -> count(what);
        };
    }

    private static String count(Content what) {
        int lambda = what.className().indexOf("$$Lambda");
        return Thousands.of(what.objects())
                + " x "
                + (lambda < 0
                        ? what.className()
                        : "lambda of " + what.className().substring(0, lambda));
    }

    private String subject(Suspect suspect) {
        if (hasNoName()) {
            return suspect.kind() == Suspect.Kind.GROUP
                    ? Thousands.of(suspect.instances()) + " objects of " + suspect.className()
                    : single(suspect);
        }
        String first = places.getFirst().text();
        StringBuilder subject =
                new StringBuilder(pattern == Pattern.QUEUE ? "The queue of " + first : first);
        for (int i = 1; i < places.size(); i++) {
            subject.append(i == places.size() - 1 ? " and " : ", ").append(places.get(i).text());
        }
        boolean many = suspect.kind() == Suspect.Kind.GROUP && places.size() == 1;
        if (many && holders == 1 && places.getFirst().kind() == HolderPlace.Kind.FIELD) {
            subject.append(" of many objects");
        } else if (holders > 1) {
            subject.append(" in ").append(Thousands.of(holders)).append(holdersNoun());
        }
        return subject.toString();
    }

    private String holdersNoun() {
        return pattern == Pattern.THREAD_LOCAL || places.getFirst().isInSeveralThreads()
                ? " threads"
                : " objects";
    }

    /** "The class com.acme.Shop", "The java.lang.Thread main", "One com.acme.Cache". */
    private static String single(Suspect suspect) {
        if (suspect.label().isEmpty()) {
            return "One " + suspect.className();
        }
        return (suspect.className().equals("java.lang.Class")
                        ? "The class "
                        : "The " + suspect.className() + " ")
                + suspect.label().get();
    }

    /** "a ConcurrentHashMap of 61,204 entries". */
    private String held(Suspect suspect) {
        if (suspect.kind() == Suspect.Kind.GROUP || hasNoName() || isThreadItself(suspect)) {
            return "";
        }
        String simple = simple(suspect.className());
        String article = "AEIOUaeiou".indexOf(simple.charAt(0)) >= 0 ? "an " : "a ";
        String noun =
                switch (pattern) {
                    case LISTENERS -> "listeners";
                    case LAMBDAS -> "lambdas";
                    case QUEUE -> "tasks";
                    case DIRECT_BUFFERS -> "buffers";
                    default -> simple.contains("Map") ? "entries" : "elements";
                };
        return article
                + simple
                + (elements.isPresent()
                        ? " of " + Thousands.of(elements.getAsLong()) + " " + noun
                        : "");
    }

    /** Whether the local variables of a thread are named instead of the thread. */
    private boolean isThreadItself(Suspect suspect) {
        HolderPlace place = places.getFirst();
        return place.kind() == HolderPlace.Kind.LOCAL_VARIABLE
                && suspect.label().filter(place.thread()::equals).isPresent();
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
