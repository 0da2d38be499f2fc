/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One rule: {@code container_memory>90%:histogram}.
 *
 * @param percent 1 to 100; it fires above that
 */
public record Trigger(TriggerSignal signal, int percent, TriggerAction action) {
    private static final Pattern TEXT =
            Pattern.compile("([a-z_]+)\\s*>\\s*([0-9]{1,3})\\s*%\\s*:\\s*([a-z]+)");

    public Trigger {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException(percent + " %");
        }
    }

    /**
     * Parses rules that are separated by commas; none from an empty text.
     *
     * @throws IllegalArgumentException when one is none, or is there twice
     */
    public static List<Trigger> parseAll(String text) {
        List<Trigger> triggers = new ArrayList<>();
        for (String part : text.split(",")) {
            if (!part.isBlank()) {
                triggers.add(parse(part.strip()));
            }
        }
        if (new HashSet<>(triggers).size() < triggers.size()) {
            throw new IllegalArgumentException("twice the same: " + text);
        }
        return List.copyOf(triggers);
    }

    private static Trigger parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a trigger: " + text);
        }
        return new Trigger(
                TriggerSignal.valueOf(upper(matcher.group(1))),
                Integer.parseInt(matcher.group(2)),
                TriggerAction.valueOf(upper(matcher.group(3))));
    }

    private static String upper(String label) {
        return label.toUpperCase(Locale.ROOT);
    }

    /** One phrase that says what {@link #parseAll} takes. */
    public static String expected() {
        return "rules such as container_memory>90%:histogram, separated by commas (signals: "
                + String.join(
                        ", ",
                        Arrays.stream(TriggerSignal.values()).map(TriggerSignal::label).toList())
                + "; actions: "
                + String.join(
                        ", ",
                        Arrays.stream(TriggerAction.values()).map(TriggerAction::label).toList())
                + ")";
    }

    /** "container_memory>90%". */
    public String condition() {
        return signal.label() + ">" + percent + "%";
    }

    /** As it is configured. */
    @Override
    public String toString() {
        return condition() + ":" + action.label();
    }
}
